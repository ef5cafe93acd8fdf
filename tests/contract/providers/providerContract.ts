import { describeFailures } from './failureContract';
import { describeImages } from './imageContract';
import { describeKeySafety } from './keyContract';
import type { ProviderSubject } from './providerSubject';
import { describeReplies } from './replyContract';
import { describeRequests } from './requestContract';

/** What every provider over an SDK has to do, shown against a real server. */
export function describeProviderContract(subject: ProviderSubject): void {
  describeReplies(subject);
  describeFailures(subject);
  describeRequests(subject);
  describeKeySafety(subject);
  describeImages(subject);
}
