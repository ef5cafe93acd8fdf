import { config } from '../src/core/text/countWords';

// Imported first by a page: tables of texts are made when their modules are loaded.
const texts = document.getElementById('texts')?.textContent ?? '';
if (texts !== '') config({ contents: texts });
