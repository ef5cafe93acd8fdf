import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import { describeRunStore } from './runStoreContract';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

describeRunStore('MemoryRunStore', () => Promise.resolve(new MemoryRunStore()));
describeRunStore('FileRunStore', async () => new FileRunStore(await newFolder()));
