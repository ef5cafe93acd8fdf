import type { Outcome } from '../judging/verdict';

/** What an outcome is called in every text form. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  desired: 'as wanted',
  partial: 'partly as wanted',
  undesired: 'not as wanted',
  neutral: 'no direction',
  unscored: 'unscored',
};
