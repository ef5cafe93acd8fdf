import type { Interval } from '../statistics/interval';
import type { MetricUnit } from '../text/formatNumber';
import type { EditOutcome } from './editEvidence';

/** What a run that left out rules says of each of them; plain data. */
export interface RuleReport {
  readonly title: string;
  /** Of the confirmation of an edit. */
  readonly outcome?: EditOutcome;
  /** Why no rule has an outcome; absent if they have. */
  readonly lacking?: string;
  readonly targets: readonly RuleTarget[];
  /** Those whose absence costs most first. Pairs that were left out together come last. */
  readonly rules: readonly TestedRule[];
  /** How to read it, and why rules were never left out. */
  readonly notes: readonly string[];
  readonly kept: readonly { readonly number: number; readonly text: string; readonly why: string }[];
}

export interface RuleTarget {
  readonly name: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /** Units with values. */
  readonly n: number;
}

export interface TestedRule {
  /** Number and beginning. */
  readonly title: string;
  readonly numbers: readonly number[];
  readonly text: string;
  /** Line of the file, from 1. */
  readonly line: number;
  /** By target, in their order; `undefined` where nothing could be computed. */
  readonly effects: readonly (RuleEffect | undefined)[];
  readonly outcome: RuleOutcome | undefined;
  readonly words: string;
  /** Of a rule that is like another one: what that means, and what to do next. */
  readonly advice?: string;
}

export type RuleOutcome = 'helps' | 'hurts' | 'mixed' | 'either' | 'nothing';

export interface RuleEffect {
  /** What the rule adds, in the metric's unit; more is better. */
  readonly worth: number;
  readonly interval?: Interval;
  /** Corrected for all rules and targets of the run. */
  readonly p: number;
  readonly text: string;
}

/** What other runs of a prompt say of its rules; plain data. */
export interface RulesView {
  /** The newest test of rules that came to its end. */
  readonly tested?: { readonly run: string; readonly at: string; readonly report: RuleReport };
  /** Of the newest evaluation that a judge was asked about. */
  readonly cites?: CiteReport;
  /** Rules of the text that a revision changed alone. */
  readonly changed: readonly ChangedRule[];
  /** Numbers of rules with mostly the same words. */
  readonly alike: readonly (readonly number[])[];
}

export interface ChangedRule extends Pick<TestedRule, 'title' | 'text' | 'line'> {
  /** The latest first. `sizes`: what the targets gained or lost, with intervals; empty where that is not known. */
  readonly revisions: readonly {
    readonly name: string;
    readonly at: string;
    readonly sizes: string;
    readonly pair?: Readonly<Record<'before' | 'after', string>>;
  }[];
}

/** What a judge says of failing replies and the prompt's rules: an opinion, and no measurement. */
export interface CiteReport {
  readonly title: string;
  readonly metric: string;
  readonly judge: string;
  /** Failing cases that it was asked about. */
  readonly cases: number;
  /** Answers that could not be read or did not come. */
  readonly unscored: number;
  /** Readable answers, and those that name a rule that the prompt does not have. */
  readonly decoys: { readonly named: number; readonly of: number };
  /** Cases with two readable answers, and those that name the same in both orders. */
  readonly agreement: { readonly same: number; readonly of: number };
  /** Why no rule is shown. */
  readonly unusable?: string;
  readonly rules: readonly {
    readonly number: number;
    readonly text: string;
    readonly cases: number;
    /** Of these, those that the rule is said to have caused. */
    readonly caused: number;
    /** Ids of these cases. */
    readonly ids: readonly string[];
    readonly words: string;
  }[];
  /** What missing rules would ask, in the judge's words, where both answers say that one is missing. */
  readonly missing: readonly { readonly text: string; readonly cases: number }[];
  readonly notes: readonly string[];
}
