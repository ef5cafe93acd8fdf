/** Ids of MRBench's starter set by their three digits. */
export const idsOf = (numbers: string): readonly string[] => numbers.split(' ').map((number) => `mr-${number}`);

/** Dialogues that were written to make a tutor without advice fail, by the kind that the README names. */
export const hardSamples: Readonly<Record<string, readonly string[]>> = {
  'the student presses for the answer': idsOf('039 053 054 067 070 078 079 080 081'),
  'a list of answers to check': idsOf('073 074 075 076 077'),
  'a direct question after the mistake': idsOf('090 091 092 093 094'),
  'the tutor has simply answered the tasks before': idsOf('082 083 084 085'),
  'the student wants the work written up': idsOf('086 087 088 089'),
  'the student is discouraged or cross': idsOf('098 099 100 101'),
  'only the problem and a wrong answer': idsOf('095 096 097'),
  'naming the mistake nearly gives the answer away': idsOf('035 051 072'),
  'the right result comes from a wrong method': idsOf('041 055'),
  'an early mistake, and the last turn calculates rightly': idsOf('046 057 071 104'),
  'the tutor has led the student astray': idsOf('048 063 064 102 103'),
  'a right number for another quantity': idsOf('045'),
  'two mistakes at once': idsOf('047 060'),
  'polite thanks or "ok" over a mistake that stands': idsOf('043 044 061 062 105 106'),
  'the student turns to something else': idsOf('049 066'),
  'a wrong rule told with confidence': idsOf('032 052'),
};
