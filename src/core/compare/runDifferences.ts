import { isPolicyOf, policies, studentPolicy } from '../benchmarks/policies';
import type { BenchmarkId } from '../benchmark/samples';
import type { RunSession } from '../run/runSession';
import { modelName, modelSetting, type RunManifest } from '../store/runManifest';
import { t } from '../text/countWords';
import type { ComparisonOptions, DifferenceKind, DifferenceRemedy, RunDifference } from './comparison';
import {
  formsSeen,
  judgeModelsSeen,
  judgeSetting,
  judgeVersionsSeen,
  modelsSeen,
  studentModelsSeen,
} from './recordedFacts';

type Entry = RunManifest['benchmarks'][number];
type Judges = ComparisonOptions['judge'];
type Differences = readonly RunDifference[];

const none = '-';

interface KindFacts {
  /** The remedy if it can change scores; `none` if it cannot. */
  readonly remedy: DifferenceRemedy;
  /** A sentence; `{subject}` stands for the judge or policy. */
  readonly meaning: string;
}

const kinds: Readonly<Record<DifferenceKind, KindFacts>> = {
  judgeModel: { remedy: 'judgeAgain', meaning: t`The judge was called with different parameters.` },
  judgeVersion: { remedy: 'judgeAgain', meaning: t`The prompt of the judge “{subject}” differs. Judge one run again.` },
  tutor: {
    remedy: 'runAgain',
    meaning: t`The tutor model, its server or its parameters differ, so the model may have caused the change.`,
  },
  tutorVersion: {
    remedy: 'runAgain',
    meaning: t`The server answered with another version of the tutor model under the same name.`,
  },
  student: {
    remedy: 'runAgain',
    meaning: t`The student is played by another model, or by the same one with different parameters.`,
  },
  decoding: { remedy: 'runAgain', meaning: t`The tutor was sampled with different settings.` },
  protocol: { remedy: 'runAgain', meaning: t`The benchmark is played or counted in a different way.` },
  placement: { remedy: 'runAgain', meaning: t`The prompt was placed differently in the tutor’s input.` },
  policy: { remedy: 'runAgain', meaning: t`The choice “{subject}” differs.` },
  data: { remedy: 'none', meaning: t`The samples differ; only those that are the same in both runs are compared.` },
  repeats: {
    remedy: 'none',
    meaning: t`Samples were played a different number of times; each counts with its mean.`,
  },
  seed: { remedy: 'none', meaning: t`The seeds differ. That is sampling noise, which intervals account for.` },
  benchmark: { remedy: 'none', meaning: t`Only one run has this benchmark; it is not compared.` },
};

type About = Partial<Pick<RunDifference, 'benchmark' | 'subject' | 'breaks' | 'meaning'>>;

function differing(kind: DifferenceKind, before: string, after: string, about: About = {}): Differences {
  if (before === after) return [];
  const { remedy, meaning: general } = kinds[kind];
  const { meaning = general.replace('{subject}', () => about.subject ?? ''), ...position } = about;
  return [{ kind, breaks: remedy !== 'none', ...position, remedy, meaning, before, after }];
}

/** The same for facts that a run may lack: an empty value is no difference. */
function bothSay(kind: DifferenceKind, before: string, after: string, about?: About): Differences {
  return before === '' || after === '' ? [] : differing(kind, before, after, about);
}

/** All differences between two runs except the prompt. Those that break comparability come first. */
export function runDifferences(before: RunSession, after: RunSession, judge: Judges): Differences {
  const [one, other] = [before.manifest, after.manifest];
  const shared = one.benchmarks.flatMap((entry) => {
    const later = other.benchmarks.find(({ id }) => id === entry.id);
    return later === undefined ? [] : [[entry, later] as const];
  });
  const ids = sharedIds(one, other);
  const isSameTutor = modelName(one.tutor) === modelName(other.tutor);
  const sent = { meaning: t`The tutor was called with different parameters.` };
  const found = [
    ...judgeModel(before, after, judge, ids),
    ...differing('tutor', modelSetting(one.tutor), modelSetting(other.tutor)),
    // Two different models always have different versions.
    ...(isSameTutor ? bothSay('tutorVersion', modelsSeen(before), modelsSeen(after)) : []),
    ...student(before, after),
    // What a server accepts can differ from the request, and can change from day to day.
    ...(isSameTutor ? bothSay('decoding', formsSeen(before, ids), formsSeen(after, ids), sent) : []),
    ...(judge.before === judge.after
      ? bothSay('judgeModel', formsSeen(before, ids, judge.before), formsSeen(after, ids, judge.after))
      : []),
    ...shared.flatMap(([entry, later]) => [
      ...judgeVersions(before, after, entry, later, judge),
      ...ofBenchmark(before, after, entry, later),
      ...decoding(before, after, entry.id),
    ]),
    ...policyDifferences(before, after, ids),
    ...differing('seed', String(one.seed), String(other.seed)),
    ...benchmarksInOne(one, other),
  ];
  return [...found.filter(({ breaks }) => breaks), ...found.filter(({ breaks }) => !breaks)];
}

/** The model behind a name may change, which shows in the version that the server reports. */
function judgeModel(
  before: RunSession,
  after: RunSession,
  judge: Judges,
  shared: ReadonlySet<BenchmarkId>,
): Differences {
  const about = (what: string): About => {
    return { meaning: t`${what}, so scores may differ even for the same replies. Judge one run again.` };
  };
  const [one, other] = [judgeSetting(before.manifest, judge.before), judgeSetting(after.manifest, judge.after)];
  if (one !== other) return differing('judgeModel', one, other, about(t`The judge or its parameters differ`));
  const version = t`The server answered with another version of the judge model under the same name`;
  const [first, second] = [judgeModelsSeen(before, judge.before, shared), judgeModelsSeen(after, judge.after, shared)];
  return bothSay('judgeModel', first, second, about(version));
}

/** Whether two judge models judged the runs, or two versions of one. */
export function hasOtherJudge(before: RunSession, after: RunSession, judge: Judges): boolean {
  return judgeModel(before, after, judge, sharedIds(before.manifest, after.manifest)).length > 0;
}

function sharedIds(one: RunManifest, other: RunManifest): ReadonlySet<BenchmarkId> {
  const ids = new Set(other.benchmarks.map(({ id }) => id));
  return new Set(one.benchmarks.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
}

function student(before: RunSession, after: RunSession): Differences {
  const entry = before.manifest.benchmarks.find(({ id }) => id === studentPolicy?.benchmark);
  const about = entry && { benchmark: entry.id };
  const settingOf = ({ manifest }: RunSession): string => (manifest.student ? modelSetting(manifest.student) : none);
  const models = differing('student', settingOf(before), settingOf(after), about);
  if (models.length > 0) return models;
  const meaning = t`The server answered with another version of the student’s model under the same name.`;
  return bothSay('student', studentModelsSeen(before), studentModelsSeen(after), { ...about, meaning });
}

function judgeVersions(before: RunSession, after: RunSession, entry: Entry, other: Entry, judge: Judges): Differences {
  const earlier = judgeVersionsSeen(before, entry, judge.before);
  const later = judgeVersionsSeen(after, other, judge.after);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((subject) => {
    const about = { benchmark: entry.id, subject };
    return differing('judgeVersion', earlier.get(subject) ?? none, later.get(subject) ?? none, about);
  });
}

function ofBenchmark(before: RunSession, after: RunSession, entry: Entry, other: Entry): Differences {
  const about = { benchmark: entry.id };
  // A run that went on beyond its limit has more samples than it was planned with.
  const dataOf = ({ items }: RunSession, { id, dataHash }: Entry): string => {
    const own = items.filter(({ benchmark }) => benchmark.id === id);
    return t`${new Set(own.map(({ sample }) => sample.id)).size} samples, ${dataHash}`;
  };
  const repeatsOf = ({ repeats, repeatsChosen }: Entry): string =>
    `${repeats}${repeatsChosen === true ? t`, chosen` : ''}`;
  return [
    ...differing('protocol', entry.protocol, other.protocol, about),
    ...differing('placement', entry.placement, other.placement, about),
    ...differing('data', dataOf(before, entry), dataOf(after, other), about),
    ...differing('repeats', repeatsOf(entry), repeatsOf(other), about),
  ];
}

/** Read from one shared sample, since a protocol uses the same settings for all samples. */
function decoding(before: RunSession, after: RunSession, benchmark: BenchmarkId): Differences {
  const later = new Map(after.items.map((item) => [item.key, item]));
  const item = before.items.find(({ key, benchmark: { id } }) => id === benchmark && later.has(key));
  const other = item && later.get(item.key);
  if (item === undefined || other === undefined) return [];
  const [one, two] = [before.planOf(item).decoding, after.planOf(other).decoding].map((plan) => JSON.stringify(plan));
  return differing('decoding', one ?? none, two ?? none, { benchmark });
}

function policyDifferences(before: RunSession, after: RunSession, shared: ReadonlySet<BenchmarkId>): Differences {
  const [earlier, later] = [new Map(Object.entries(before.policy)), new Map(Object.entries(after.policy))];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((subject) => {
    const breaks = policies.get(subject)?.isAdditive !== true;
    const [one, other] = [earlier, later].map((policy) => String(policy.get(subject) ?? none));
    return [...shared]
      .filter((benchmark) => isPolicyOf(subject, benchmark))
      .flatMap((benchmark) => differing('policy', one ?? none, other ?? none, { benchmark, subject, breaks }));
  });
}

function benchmarksInOne(before: RunManifest, after: RunManifest): Differences {
  const [earlier, later] = [before, after].map(({ benchmarks }) => benchmarks.map(({ id }) => id));
  return [...new Set([...(earlier ?? []), ...(later ?? [])])].flatMap((id) => {
    const inOne = (ids: readonly string[] = []): string => (ids.includes(id) ? id : none);
    return differing('benchmark', inOne(earlier), inOne(later), { benchmark: id });
  });
}

/** Whether a difference can affect a metric of these judges. A judge affects only its own metrics. */
export function bearsOn(
  { kind, benchmark, subject }: RunDifference,
  where: BenchmarkId,
  judges: readonly string[],
): boolean {
  if (benchmark !== undefined && benchmark !== where) return false;
  if (kind === 'judgeModel') return judges.length > 0;
  return kind === 'judgeVersion' ? subject !== undefined && judges.includes(subject) : true;
}

/** Kinds that belong together: another model is also another version. */
const questions: readonly (readonly DifferenceKind[])[] = [
  ['tutor', 'tutorVersion', 'decoding'],
  ['judgeModel', 'judgeVersion'],
  ['student'],
  ['placement'],
  ['policy'],
];

/** The one thing that differs where a prompt is compared with itself; none if several could be the cause. */
export function intendedDifferences(differences: Differences, samePrompt: boolean): readonly DifferenceKind[] {
  const breaking = differences.filter(({ breaks }) => breaks).map(({ kind }) => kind);
  if (!samePrompt || breaking.length === 0) return [];
  return questions.find((question) => breaking.every((kind) => question.includes(kind))) ?? [];
}
