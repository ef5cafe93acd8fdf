import { isPolicyOf, policies } from '../benchmark/protocolPolicy';
import type { BenchmarkId } from '../benchmark/samples';
import type { RunSession } from '../run/runSession';
import { type ManifestModel, modelName, modelSetting, type RunManifest } from '../store/runManifest';
import type { ComparisonOptions, DifferenceKind, DifferenceRemedy, RunDifference } from './comparison';
import { formsSeen, judgeVersionsSeen, modelsSeen, otherJudge, studentModelsSeen } from './recordedFacts';

type Entry = RunManifest['benchmarks'][number];
type Judges = ComparisonOptions['judge'];
type Differences = readonly RunDifference[];

const none = '-';

/** What can be done about a difference that makes scores differ for another reason than the prompt; `none`: it does not. */
const remedies: Readonly<Record<DifferenceKind, DifferenceRemedy>> = {
  judgeModel: 'judgeAgain',
  judgeVersion: 'judgeAgain',
  tutor: 'runAgain',
  tutorVersion: 'runAgain',
  student: 'runAgain',
  decoding: 'runAgain',
  protocol: 'runAgain',
  placement: 'runAgain',
  policy: 'runAgain',
  data: 'none',
  repeats: 'none',
  seed: 'none',
  benchmark: 'none',
};

function differing(
  kind: DifferenceKind,
  [before, after]: readonly [before: string, after: string],
  meaning: string,
  about: Partial<Pick<RunDifference, 'benchmark' | 'subject' | 'breaks'>> = {},
): Differences {
  const remedy = remedies[kind];
  return before === after ? [] : [{ kind, breaks: remedy !== 'none', ...about, remedy, meaning, before, after }];
}

/** The same for what not every run says. */
function bothSay(...[kind, values, ...rest]: Parameters<typeof differing>): Differences {
  return values.includes('') ? [] : differing(kind, values, ...rest);
}

/** Everything but the prompt in which two runs differ, those that break comparability first. */
export function runDifferences(before: RunSession, after: RunSession, judge: Judges): Differences {
  const [one, other] = [before.manifest, after.manifest];
  const shared = one.benchmarks.flatMap((entry) => {
    const later = other.benchmarks.find(({ id }) => id === entry.id);
    return later === undefined ? [] : [[entry, later] as const];
  });
  const ids = new Set(shared.map(([{ id }]) => id));
  const isSameTutor = modelName(one.tutor) === modelName(other.tutor);
  const found = [
    ...judgeModel(before, after, judge),
    ...differing(
      'tutor',
      [modelSetting(one.tutor), modelSetting(other.tutor)],
      'The tutor model, its server or its parameters differ: what changed may be the model’s doing.',
    ),
    // Between two models there are greater differences than these.
    ...(isSameTutor
      ? bothSay(
          'tutorVersion',
          [modelsSeen(before), modelsSeen(after)],
          'The server answered with another version of the tutor model under the same name.',
        )
      : []),
    ...student(before, after),
    // What a server took may differ from what was asked for, and from one day to the next.
    ...(isSameTutor ? sentForm('decoding', 'tutor', [formsSeen(before, ids), formsSeen(after, ids)]) : []),
    ...(judge.before === judge.after
      ? sentForm('judgeModel', 'judge', [formsSeen(before, ids, judge.before), formsSeen(after, ids, judge.after)])
      : []),
    ...shared.flatMap(([entry, later]) => [
      ...judgeVersions(before, after, entry, later, judge),
      ...ofBenchmark(entry, later),
      ...decoding(before, after, entry.id),
    ]),
    ...policyDifferences(before, after, ids),
    ...differing(
      'seed',
      [String(one.seed), String(other.seed)],
      'The seeds differ. That is sampling noise, which intervals account for.',
    ),
    ...benchmarksInOne(one, other),
  ];
  return [...found.filter(({ breaks }) => breaks), ...found.filter(({ breaks }) => !breaks)];
}

function judgeModel(before: RunSession, after: RunSession, judge: Judges): Differences {
  const other = otherJudge(before, after, judge);
  if (other === undefined) return [];
  const what =
    other.by === 'name'
      ? 'The judge or its parameters differ'
      : 'The server answered with another version of the judge model under the same name';
  return differing(
    'judgeModel',
    [other.before, other.after],
    `${what}, so scores may differ although the replies are alike. Judge one run again.`,
  );
}

function student(before: RunSession, after: RunSession): Differences {
  const benchmark = before.items.find((item) => isPolicyOf('student', item.benchmark.id))?.benchmark.id;
  const about = benchmark && { benchmark };
  const settingOf = (model: ManifestModel | undefined): string => (model === undefined ? none : modelSetting(model));
  const models = differing(
    'student',
    [settingOf(before.manifest.student), settingOf(after.manifest.student)],
    'Another model, or the same with other parameters, plays the student.',
    about,
  );
  if (models.length > 0) return models;
  return bothSay(
    'student',
    [studentModelsSeen(before), studentModelsSeen(after)],
    'The server answered with another version of the student’s model under the same name.',
    about,
  );
}

function sentForm(kind: DifferenceKind, whose: string, forms: readonly [string, string]): Differences {
  return bothSay(kind, forms, `The calls of the ${whose} went out with other parameters.`);
}

function judgeVersions(before: RunSession, after: RunSession, entry: Entry, other: Entry, judge: Judges): Differences {
  const earlier = judgeVersionsSeen(before, entry, judge.before);
  const later = judgeVersionsSeen(after, other, judge.after);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) =>
    differing(
      'judgeVersion',
      [earlier.get(id) ?? none, later.get(id) ?? none],
      `The prompt of the judge “${id}” differs. Judge one run again.`,
      { benchmark: entry.id, subject: id },
    ),
  );
}

function ofBenchmark(entry: Entry, other: Entry): Differences {
  const about = { benchmark: entry.id };
  const dataOf = ({ dataHash, samples }: Entry): string => `${samples} samples, ${dataHash}`;
  const repeatsOf = ({ repeats, repeatsChosen }: Entry): string =>
    `${repeats}${repeatsChosen === true ? ', chosen' : ''}`;
  return [
    ...differing(
      'protocol',
      [entry.protocol, other.protocol],
      'The benchmark is played or counted in another way.',
      about,
    ),
    ...differing(
      'placement',
      [entry.placement, other.placement],
      'The prompt reached the tutor in another place.',
      about,
    ),
    ...differing(
      'data',
      [dataOf(entry), dataOf(other)],
      'The samples differ; only those that are the same in both runs are compared.',
      about,
    ),
    ...differing(
      'repeats',
      [repeatsOf(entry), repeatsOf(other)],
      'Samples were played a different number of times; each counts with its mean.',
      about,
    ),
  ];
}

/** From the plan of one sample that both runs have: a protocol gives all its samples the same. */
function decoding(before: RunSession, after: RunSession, benchmark: BenchmarkId): Differences {
  const later = new Map(after.items.map((item) => [item.key, item]));
  const item = before.items.find(({ key, benchmark: { id } }) => id === benchmark && later.has(key));
  const other = item && later.get(item.key);
  if (item === undefined || other === undefined) return [];
  const [one, two] = [before.planOf(item).decoding, after.planOf(other).decoding].map((plan) => JSON.stringify(plan));
  return differing('decoding', [one ?? none, two ?? none], 'The tutor was sampled with other settings.', { benchmark });
}

function policyDifferences(before: RunSession, after: RunSession, shared: ReadonlySet<BenchmarkId>): Differences {
  const [earlier, later] = [new Map(Object.entries(before.policy)), new Map(Object.entries(after.policy))];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((subject) =>
    [...shared]
      .filter((benchmark) => isPolicyOf(subject, benchmark))
      .flatMap((benchmark) =>
        differing(
          'policy',
          [String(earlier.get(subject) ?? none), String(later.get(subject) ?? none)],
          `The choice “${subject}” differs.`,
          { benchmark, subject, breaks: policies.get(subject)?.isAdditive !== true },
        ),
      ),
  );
}

function benchmarksInOne(before: RunManifest, after: RunManifest): Differences {
  const [earlier, later] = [before, after].map(({ benchmarks }) => new Set(benchmarks.map(({ id }) => id)));
  return [...new Set([...(earlier ?? []), ...(later ?? [])])].flatMap((id) =>
    differing(
      'benchmark',
      [earlier?.has(id) === true ? id : none, later?.has(id) === true ? id : none],
      'Only one run has this benchmark; it is not compared.',
      { benchmark: id },
    ),
  );
}

/** Whether a difference can move a metric of these judges: a judge says nothing about metrics that are made without it. */
export function bearsOn(
  { kind, benchmark, subject }: RunDifference,
  where: BenchmarkId,
  judges: readonly string[],
): boolean {
  if (benchmark !== undefined && benchmark !== where) return false;
  if (kind === 'judgeModel') return judges.length > 0;
  return kind === 'judgeVersion' ? subject !== undefined && judges.includes(subject) : true;
}

/** Kinds that are one question: another model is another version too. */
const questions: readonly (readonly DifferenceKind[])[] = [
  ['tutor', 'tutorVersion', 'decoding'],
  ['judgeModel', 'judgeVersion'],
  ['student'],
  ['placement'],
  ['policy'],
];

/**
 * What a comparison of one prompt with itself is about: where the runs differ in one thing only, that thing is what somebody
 * wants to know. Nothing is meant where the prompt differs too, or where there are several answers to the question why.
 */
export function intendedDifferences(differences: Differences, samePrompt: boolean): readonly DifferenceKind[] {
  const kinds = differences.filter(({ breaks }) => breaks).map(({ kind }) => kind);
  if (!samePrompt || kinds.length === 0) return [];
  return questions.find((question) => kinds.every((kind) => question.includes(kind))) ?? [];
}
