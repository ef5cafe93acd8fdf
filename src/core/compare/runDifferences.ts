import { isPolicyOf, policies, type ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { BenchmarkId } from '../benchmark/samples';
import type { RunSession } from '../run/runSession';
import { type ManifestModel, modelName, modelSetting, type RunManifest } from '../store/runManifest';
import type { ComparisonOptions, RunDifference, DifferenceKind, DifferenceRemedy } from './comparison';
import { formsSeen, judgeVersionsSeen, modelsSeen, otherJudge, studentModelsSeen } from './recordedFacts';

type Entry = RunManifest['benchmarks'][number];
type Judges = ComparisonOptions['judge'];

const none = '-';

/** Everything but the prompt in which two runs differ, those that break comparability first. */
export function runDifferences(before: RunSession, after: RunSession, judge: Judges): readonly RunDifference[] {
  const shared = before.manifest.benchmarks.flatMap((entry) => {
    const other = after.manifest.benchmarks.find(({ id }) => id === entry.id);
    return other === undefined ? [] : [{ entry, other }];
  });
  const found = [
    ...judgeModel(before, after, judge),
    ...tutor(before.manifest, after.manifest),
    ...tutorVersion(before, after),
    ...student(before, after),
    ...sentForms(before, after, judge, new Set(shared.map(({ entry }) => entry.id))),
    ...shared.flatMap(({ entry, other }) => [
      ...judgeVersions(before, after, entry, other, judge),
      ...ofBenchmark(entry, other),
      ...decoding(before, after, entry.id),
    ]),
    ...policyDifferences(before.policy, after.policy, new Set(shared.map(({ entry }) => entry.id))),
    ...seed(before.manifest, after.manifest),
    ...benchmarksInOne(before.manifest, after.manifest),
  ];
  return [...found.filter(({ breaks }) => breaks), ...found.filter(({ breaks }) => !breaks)];
}

function judgeModel(before: RunSession, after: RunSession, judge: Judges): readonly RunDifference[] {
  const other = otherJudge(before, after, judge);
  if (other === undefined) return [];
  const what =
    other.by === 'name'
      ? 'The judge or its parameters differ'
      : 'The server answered with another version of the judge model under the same name';
  return differing('judgeModel', other.before, other.after, {
    breaks: true,
    remedy: 'judgeAgain',
    meaning: `${what}, so scores may differ although the replies are alike. Judge one run again.`,
  });
}

function tutor(before: RunManifest, after: RunManifest): readonly RunDifference[] {
  return differing('tutor', modelSetting(before.tutor), modelSetting(after.tutor), {
    breaks: true,
    remedy: 'runAgain',
    meaning: 'The tutor model, its server or its parameters differ: what changed may be the model’s doing.',
  });
}

function tutorVersion(before: RunSession, after: RunSession): readonly RunDifference[] {
  const [earlier, later] = [modelsSeen(before), modelsSeen(after)];
  if (earlier === '' || later === '' || modelName(before.manifest.tutor) !== modelName(after.manifest.tutor)) return [];
  return differing('tutorVersion', earlier, later, {
    breaks: true,
    remedy: 'runAgain',
    meaning: 'The server answered with another version of the tutor model under the same name.',
  });
}

function student(before: RunSession, after: RunSession): readonly RunDifference[] {
  const benchmark = before.items.find((item) => isPolicyOf('student', item.benchmark.id))?.benchmark.id;
  const rest = { ...(benchmark && { benchmark }), breaks: true, remedy: 'runAgain' } as const;
  const [one, other] = [destinationOrNone(before.manifest.student), destinationOrNone(after.manifest.student)];
  if (one !== other)
    return differing('student', one, other, {
      ...rest,
      meaning: 'Another model, or the same with other parameters, plays the student.',
    });
  const [earlier, later] = [studentModelsSeen(before), studentModelsSeen(after)];
  if (earlier === '' || later === '') return [];
  const meaning = 'The server answered with another version of the student’s model under the same name.';
  return differing('student', earlier, later, { ...rest, meaning });
}

/**
 * What a server took may differ from what was asked for, and from one day to the next. A run of an older version does not say it, and
 * between two models there are greater differences.
 */
function sentForms(
  before: RunSession,
  after: RunSession,
  judge: Judges,
  shared: ReadonlySet<BenchmarkId>,
): readonly RunDifference[] {
  const forms = (by?: string): readonly [string, string] => [
    formsSeen(before, shared, by),
    formsSeen(after, shared, by),
  ];
  const sameTutor = modelName(before.manifest.tutor) === modelName(after.manifest.tutor);
  return [
    ...(sameTutor ? sentForm('decoding', 'tutor', 'runAgain', ...forms()) : []),
    ...(judge.before === judge.after ? sentForm('judgeModel', 'judge', 'judgeAgain', ...forms(judge.before)) : []),
  ];
}

function sentForm(
  kind: DifferenceKind,
  whose: string,
  remedy: DifferenceRemedy,
  one: string,
  other: string,
): readonly RunDifference[] {
  if (one === '' || other === '') return [];
  const meaning = `The calls of the ${whose} went out with other parameters.`;
  return differing(kind, one, other, { breaks: true, remedy, meaning });
}

function destinationOrNone(model: ManifestModel | undefined): string {
  return model === undefined ? none : modelSetting(model);
}

function judgeVersions(
  before: RunSession,
  after: RunSession,
  entry: Entry,
  other: Entry,
  judge: Judges,
): readonly RunDifference[] {
  const earlier = judgeVersionsSeen(before, entry, judge.before);
  const later = judgeVersionsSeen(after, other, judge.after);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) =>
    differing('judgeVersion', earlier.get(id) ?? none, later.get(id) ?? none, {
      benchmark: entry.id,
      subject: id,
      breaks: true,
      remedy: 'judgeAgain',
      meaning: `The prompt of the judge “${id}” differs. Judge one run again.`,
    }),
  );
}

function ofBenchmark(entry: Entry, other: Entry): readonly RunDifference[] {
  const benchmark = entry.id;
  return [
    ...differing('protocol', entry.protocol, other.protocol, {
      benchmark,
      breaks: true,
      remedy: 'runAgain',
      meaning: 'The benchmark is played or counted in another way.',
    }),
    ...differing('placement', entry.placement, other.placement, {
      benchmark,
      breaks: true,
      remedy: 'runAgain',
      meaning: 'The prompt reached the tutor in another place.',
    }),
    ...differing('data', dataOf(entry), dataOf(other), {
      benchmark,
      breaks: false,
      remedy: 'none',
      meaning: 'The samples differ; only those that are the same in both runs are compared.',
    }),
    ...differing('repeats', repeatsOf(entry), repeatsOf(other), {
      benchmark,
      breaks: false,
      remedy: 'none',
      meaning: 'Samples were played a different number of times; each counts with its mean.',
    }),
  ];
}

function dataOf({ dataHash, samples }: Entry): string {
  return `${samples} samples, ${dataHash}`;
}

function repeatsOf({ repeats, repeatsChosen }: Entry): string {
  return repeatsChosen === true ? `${repeats}, chosen` : String(repeats);
}

/** From the plan of one sample that both runs have: a protocol gives all its samples the same. */
function decoding(before: RunSession, after: RunSession, benchmark: BenchmarkId): readonly RunDifference[] {
  const later = new Map(after.items.map((item) => [item.key, item]));
  const item = before.items.find(({ key, benchmark: { id } }) => id === benchmark && later.has(key));
  const other = item && later.get(item.key);
  if (item === undefined || other === undefined) return [];
  return differing(
    'decoding',
    JSON.stringify(before.planOf(item).decoding),
    JSON.stringify(after.planOf(other).decoding),
    { benchmark, breaks: true, remedy: 'runAgain', meaning: 'The tutor was sampled with other settings.' },
  );
}

function policyDifferences(
  before: ProtocolPolicy,
  after: ProtocolPolicy,
  shared: ReadonlySet<BenchmarkId>,
): readonly RunDifference[] {
  const [earlier, later] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((subject) =>
    [...shared]
      .filter((benchmark) => isPolicyOf(subject, benchmark))
      .flatMap((benchmark) =>
        differing('policy', String(earlier.get(subject) ?? none), String(later.get(subject) ?? none), {
          benchmark,
          subject,
          breaks: policies.get(subject)?.isAdditive !== true,
          remedy: 'runAgain',
          meaning: `The choice “${subject}” differs.`,
        }),
      ),
  );
}

function seed(before: RunManifest, after: RunManifest): readonly RunDifference[] {
  return differing('seed', String(before.seed), String(after.seed), {
    breaks: false,
    remedy: 'none',
    meaning: 'The seeds differ. That is sampling noise, which intervals account for.',
  });
}

function benchmarksInOne(before: RunManifest, after: RunManifest): readonly RunDifference[] {
  const [earlier, later] = [before, after].map(({ benchmarks }) => new Set(benchmarks.map(({ id }) => id)));
  return [...new Set([...(earlier ?? []), ...(later ?? [])])].flatMap((id) =>
    differing('benchmark', earlier?.has(id) === true ? id : none, later?.has(id) === true ? id : none, {
      benchmark: id,
      breaks: false,
      remedy: 'none',
      meaning: 'Only one run has this benchmark; it is not compared.',
    }),
  );
}

function differing(
  kind: DifferenceKind,
  before: string,
  after: string,
  rest: Omit<RunDifference, 'kind' | 'before' | 'after'>,
): readonly RunDifference[] {
  return before === after ? [] : [{ kind, ...rest, before, after }];
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
export function intendedDifferences(
  differences: readonly RunDifference[],
  samePrompt: boolean,
): readonly DifferenceKind[] {
  if (!samePrompt) return [];
  const kinds = differences.filter(({ breaks }) => breaks).map(({ kind }) => kind);
  return kinds.length === 0 ? [] : (questions.find((question) => kinds.every((kind) => question.includes(kind))) ?? []);
}
