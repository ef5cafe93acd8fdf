import { describe, expect, it } from 'vitest';
import { handLabelSchema } from '../../../src/core/store/handLabelLog';
import { judgeA, mrSession, yesAndNo } from './mrSession';
import { LabellingSession } from './labellingSession';

const three = (): ReturnType<typeof mrSession> => mrSession(yesAndNo(2, 1));

describe('a session of label mode', () => {
  it('shows a reply with what was said before it, and the rubric of each decision', () => {
    const { place } = new LabellingSession(three());
    const id = /says (d\d)/.exec(place.turns[0]?.text ?? '')?.[1] ?? '';
    expect(place.turns.map(({ role }) => role)).toEqual(['pivot', 'reply']);
    expect(place.turns[1]?.text).toBe(`Count again, ${id}.`);
    expect(place.rows.map(({ slot }) => slot)).toEqual(['actionability||', 'tutor_tone||']);
    expect(place.rows[0]?.choices.map(({ title }) => title)).toEqual(['Yes', 'To some extent', 'No']);
    expect(place.rows[0]?.choices.every(({ meaning }) => meaning.length > 10)).toBe(true);
  });

  it('makes entries that the log takes, with exact reply, sample, mode and place', () => {
    const labellingSession = new LabellingSession(three());
    const entry = labellingSession.label(2, 0, 'It leaves the student alone.');
    expect(handLabelSchema.parse(JSON.parse(JSON.stringify(entry)))).toMatchObject({
      by: 'Ada',
      mode: 'blind',
      benchmark: 'mrbench',
      judge: 'actionability',
      unit: 'reply',
      label: 'No',
      reason: 'It leaves the student alone.',
      tutor: `openai:secret-tutor, sha256:${'ab'.repeat(32)}`,
      replies: [labellingSession.place.turns[1]?.text],
      seenIn: { run: 'run-1', item: `mrbench/${entry.sample.id}#0` },
    });
    expect(labellingSession.place.rows[0]).toMatchObject({
      chosen: 2,
      mode: 'blind',
      reason: 'It leaves the student alone.',
    });
  });

  it('goes on with what is not labelled wholly, around the end, and back the way it came', () => {
    const labellingSession = new LabellingSession(three());
    const first = labellingSession.place.id;
    labellingSession.label(0);
    labellingSession.label(0, 1);
    labellingSession.labelling.next();
    const second = labellingSession.place.id;
    labellingSession.labelling.next();
    const third = labellingSession.place.id;
    expect(new Set([first, second, third]).size).toBe(3);
    labellingSession.labelling.next();
    expect(labellingSession.place.id).toBe(second);
    labellingSession.labelling.back();
    expect(labellingSession.place.id).toBe(third);
    labellingSession.labelling.back();
    labellingSession.labelling.back();
    expect(labellingSession.place.id).toBe(first);
    labellingSession.labelling.back();
    expect(labellingSession.place.id).toBe(first);
  });

  it('sets replies aside, and takes them up when nothing else is left', () => {
    const labellingSession = new LabellingSession(mrSession(yesAndNo(2, 0)), { dimension: 'actionability' });
    const aside = labellingSession.place.id;
    labellingSession.labelling.skip();
    labellingSession.label(0);
    labellingSession.labelling.next();
    const over = labellingSession.labelling.view(0);
    expect(over.position).toBeUndefined();
    expect(over.progress).toEqual({ done: 1, skipped: 1, total: 2 });
    labellingSession.labelling.returnToSkipped();
    expect(labellingSession.place.id).toBe(aside);
    expect(labellingSession.labelling.view(0).progress.skipped).toBe(0);
  });

  it('takes labels back one by one, with an empty line for a first label and the earlier one for a change', () => {
    const labellingSession = new LabellingSession(three());
    labellingSession.label(0);
    labellingSession.label(1);
    const at = labellingSession.place.id;
    labellingSession.labelling.next();
    expect(labellingSession.undo()).toMatchObject({ label: 'Yes', judge: 'actionability' });
    expect(labellingSession.place.id).toBe(at);
    expect(labellingSession.undo()).toMatchObject({ label: null });
    expect(labellingSession.place.rows[0]?.chosen).toBeUndefined();
    expect(labellingSession.undo()).toBeUndefined();
    expect(labellingSession.log.map(({ label }) => label)).toEqual(['Yes', 'To some extent', 'Yes', null]);
  });

  it('goes on where a person stopped, and knows nothing of other people’s labels', () => {
    const ada = new LabellingSession(three());
    ada.label(0);
    ada.label(0, 1);
    const again = new LabellingSession(three(), {}, { log: ada.log });
    expect(again.labelling.view(0).progress).toEqual({ done: 1, skipped: 0, total: 3 });
    expect(again.place.id).not.toBe(ada.place.id);
    const bo = new LabellingSession(three(), {}, { by: 'Bo', log: ada.log });
    expect(bo.labelling.view(0).progress.done).toBe(0);
    // The same order for everybody, so that people label the same replies first.
    expect(bo.place.id).toBe(ada.place.id);
  });

  it('takes up what another window has labelled', () => {
    const [here, there] = [new LabellingSession(three()), new LabellingSession(three())];
    there.label(1);
    here.labelling.reread(there.log);
    expect(here.place.rows[0]).toMatchObject({ chosen: 1 });
    expect(here.labelling.view(0).dimensions[0]).toMatchObject({ title: 'Actionability', labelled: 1, total: 3 });
  });

  it('refuses a label that is not on the screen', () => {
    const { labelling, place } = new LabellingSession(three());
    const slot = place.rows[0]!.slot;
    expect(labelling.label(place.id, slot, { choice: 3 }, '2026-03-04T05:06:07.000Z')).toBeUndefined();
    expect(labelling.label(place.id, 'coherence||', { choice: 0 }, '2026-03-04T05:06:07.000Z')).toBeUndefined();
    expect(labelling.label('other', slot, { choice: 0 }, '2026-03-04T05:06:07.000Z')).toBeUndefined();
  });

  it('shows one dimension where that is wanted', () => {
    const tone = new LabellingSession(three(), { dimension: 'tutor_tone' });
    expect(tone.labelling.view(0).progress.total).toBe(3);
    expect(tone.place.rows.map(({ slot }) => slot)).toEqual(['tutor_tone||']);
  });
});

describe('taking labels back', () => {
  it('takes back what was said with a verdict in sight only there, and shows the blind label again', () => {
    const session = mrSession([{ id: 'd0', a: 'Yes' }]);
    const blind = new LabellingSession(session);
    blind.label(0, 0, 'It asks for a count.');
    const reviewing = new LabellingSession(session, { mode: 'reviewing' }, { log: blind.log });
    reviewing.label(2);
    expect(reviewing.place.rows[0]).toMatchObject({ chosen: 2, mode: 'reviewing' });
    expect(reviewing.undo()).toMatchObject({ mode: 'reviewing', label: null });
    expect(reviewing.place.rows[0]).toMatchObject({ chosen: 0, mode: 'blind', reason: 'It asks for a count.' });
    // The blind label is none of this mode's.
    expect(reviewing.undo()).toBeUndefined();
    expect(new LabellingSession(session, {}, { log: reviewing.log }).place.rows[0]).toMatchObject({
      chosen: 0,
      mode: 'blind',
    });
  });

  it('brings the earlier label of the mode back', () => {
    const session = mrSession([{ id: 'd0', a: 'Yes' }]);
    const labellingSession = new LabellingSession(session, { mode: 'reviewing' });
    labellingSession.label(1, 0, 'Half of it.');
    labellingSession.label(2);
    expect(labellingSession.undo()).toMatchObject({
      mode: 'reviewing',
      label: 'To some extent',
      reason: 'Half of it.',
    });
  });
});

describe('what is in sight', () => {
  const secrets = ['secret-tutor', 'Secret prompt', 'Secret reason', judgeA, 'judge-b'];

  it('is nothing of judges, tutor or prompt in blind mode', () => {
    const session = mrSession(yesAndNo(2, 1).map((one) => ({ ...one, b: 'No' })));
    const labellingSession = new LabellingSession(session);
    labellingSession.label(0);
    const shown = JSON.stringify(labellingSession.labelling.view(0));
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it('is each judge’s verdict with its reason when reviewing, which the label then says', () => {
    const session = mrSession([{ id: 'd0', a: 'Yes', b: 'No' }]);
    const labellingSession = new LabellingSession(session, { mode: 'reviewing' });
    expect(
      labellingSession.place.rows[0]?.verdicts.map(({ judgeModel, label, reasoning }) => [
        judgeModel,
        label,
        reasoning,
      ]),
    ).toEqual([
      ['openai:judge-a', 'Yes', 'Secret reason of openai:judge-a.'],
      ['openai:judge-b', 'No', 'Secret reason of openai:judge-b.'],
    ]);
    expect(labellingSession.label(0).mode).toBe('reviewing');
  });

  it('marks a label as reviewing for good once a verdict was in sight', () => {
    const session = mrSession([{ id: 'd0', a: 'Yes' }]);
    const reviewing = new LabellingSession(session, { mode: 'reviewing' });
    reviewing.label(0);
    const blind = new LabellingSession(session, {}, { log: reviewing.log });
    expect(blind.label(1).mode).toBe('reviewing');
    expect(blind.label(1, 1).mode).toBe('blind');
    blind.undo();
    blind.undo();
    expect(blind.label(2).mode).toBe('reviewing');
  });
});
