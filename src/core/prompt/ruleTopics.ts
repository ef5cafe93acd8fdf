import type { Rule } from './promptRules';

/** What a rule of a tutor's prompt can be about, and words that such a rule uses in English. */
const englishWords = {
  answer:
    /\b(?:answers?|solutions?|results?|homework)\b|\bnot? (?:to )?tell\b|\b(?:hold|keep|give|blurt)\w* (?:\w+ )?(?:back|away|out)\b|\bfor them\b/g,
  steps: /\bsteps?\b|\bwork(?:ed|ing)? (?:it )?out\b|\bin between\b|\bcalculat\w+/g,
  questions: /\bquestions?\b|\bask(?:s|ing)?\b|\bnudg\w+|\bprob(?:e|es|ing)\b/g,
  oneThing: /\bone (?:\w+ )?(?:at a time|per|only)\b|\b(?:only|exactly|at most) one\b|\bsingle\b/g,
  right: /\b(?:right|correct|nail\w*|confirm\w*|affirm\w*|succeed\w*|well done|g[eo]ts? it)\b/g,
  wrong: /\b(?:wrong|mistakes?|errors?|slip(?:s|ped)?|incorrect|misconceptions?|off track|fix)\b/g,
  location: /\b(?:where|which (?:step|line|part)|locat\w+|exact(?:ly)? (?:where|spot|place)|name the)\b/g,
  lost: /\b(?:lost|confus\w+|stuck|unsure|struggl\w+|frustrat\w+|(?:not|n't) (?:understand|get it|follow)\w*)\b/g,
  further: /\b(?:further|deeper|harder|challeng\w+|extend\w*|stretch\w*|move on|next level|transfer\w*)\b/g,
  hints: /\b(?:hints?|clues?|guid\w+|scaffold\w*|nudg\w+|help(?:s|ing)? them)\b/g,
  nextStep: /\b(?:next|try|what to do|to do next|continue|act on)\b/g,
  explanation: /\b(?:expla\w+|why|meaning|because|reason\w*|concepts?)\b/g,
  examples: /\b(?:examples?|analog\w+|pictures?|diagrams?|think aloud|thinking aloud|model(?:s|ling)?|show how)\b/g,
  practice: /\b(?:practi[cs]\w+|exercises?|similar (?:problem|task)s?|on their own|try one)\b/g,
  tone: /\b(?:kind\w*|warm\w*|encourag\w+|friend\w+|patien\w+|prais\w+|tone|support\w*|respect\w*|effort|cheer\w*|sarcas\w+|human)\b/g,
  language:
    /\b(?:short|brief|concise|sentences?|words|simple|plain|clear\w*|language|jargon|grade|age|length|format\w*)\b/g,
  facts: /\b(?:accurat\w+|facts?|true|truth\w*|check your|verif\w+|mathematic\w*|correct maths?|invent\w*)\b/g,
  taught: /\b(?:taught|theory|curriculum|syllabus|lesson|textbook|methods?|material)\b/g,
  student:
    /\b(?:adapt\w*|background|interests?|level|personal\w*|their (?:own )?words|what they (?:said|know|wrote))\b/g,
} as const satisfies Readonly<Record<string, RegExp>>;

export type TopicId = keyof typeof englishWords;

/** The same in Swedish. For `\b`, å, ä and ö are no letters, so it stands at no word that begins or ends with them. */
const swedishWords: Readonly<Record<TopicId, RegExp>> = {
  answer: /\b(?:svar(?:et|en)?|lösning\w*|facit|resultat\w*|läxa\w*|läxor|avslöja\w*|ger? (?:\S+ )?bort)\b/g,
  steps: /\b(?:(?:del)?steg\w*|mellanled\w*|räkna\w* (?:\S+ )?ut\b|(?:be|ut)räkn\w+)/g,
  questions: /\b(?:fråg\w+|undra\w*)/g,
  oneThing: /\b(?:(?:en|ett) (?:\S+ )?(?:i taget|per)|(?:bara|endast|exakt|högst) (?:en|ett)|enda)\b/g,
  right: /\b(?:rätt|riktigt?|korrekt\w*|stämmer|klarar|lyckas|bekräft\w+)\b/g,
  wrong: /\b(?:\w*fel(?:et|en|aktig\w*)?|misstag\w*|missuppfatt\w+|missförst\w*|slarv\w*)\b/g,
  location: /\b(?:exakt var|var (?:felet|det (?:går|blir|blev))|vil(?:ket|ken) (?:steg|led|rad|del)|peka\w* ut)\b/g,
  lost: /\b(?:vilse|förvirr\w+|fastna|(?:kör|sitter) fast|osäk\w+|frustr\w+|har svårt|inte förstå|förstår inte)/g,
  further: /\b(?:vidare|fördjup\w+|svårare|utman\w+|nästa nivå|utveckla\w*)/g,
  hints: /\b(?:ledtråd\w*|vägled\w+|tips\w*|stött\w+|lots\w+|knuff\w*|hjälp\w*)/g,
  nextStep: /\b(?:nästa|fortsätt\w*|prova\w*|pröva\w*|försök\w*)/g,
  explanation: /\b(?:förklar\w+|varför|eftersom|innebär|betyd\w+|begrepp\w*|motiver\w+|resone\w+)/g,
  examples: /\b(?:exempel\w*|bild(?:er|en)?\b|jämförelse\w*|visa\w* hur\b|tänk\w* högt)/g,
  practice: /övning\w*|(?<![a-zåäö])öva\w*|\b(?:träna\w*|liknande (?:uppgift|problem)\w*|på egen hand)/g,
  tone: /\b(?:vänlig\w*|varm\w*|uppmuntr\w+|tål(?:amod|modig)\w*|beröm\w*|tonen?\b|respekt\w*|ansträng\w+|snäll)/g,
  language: /\b(?:kort\w*|mening(?:ar\w*|en)?\b|enk(?:el|la)\w*|tydlig\w*|språk\w*|ord\b)|ålder\w*|årskurs\w*/g,
  facts: /\b(?:fakta\w*|sann\w*|kontroller\w+|matemati[^c\s]\w*|påhitt\w*|hitta\w* (?:\S+ )?på)/g,
  taught: /\b(?:(?:läro|kurs)plan|lektion|lärobok\w*|metod(?:en|er\w*)?\b|undervis\w+|teori\w*|genomgån\w*)/g,
  student: /\b(?:anpassa\w*|intress\w+|bakgrund\w*|förkunskap\w*|nivå\w*|personlig\w*|egna ord)/g,
};

/** Words of these two languages that others do not have. */
const english = /\b(?:the|you|your|and|they|when|with|never|be|not|ask|students?)\b/i;
const swedish = /\b(?:och|att|inte|aldrig|när)\b/i;

export function isEnglish(rules: readonly Rule[]): boolean {
  return rules.some(({ text }) => english.test(text)) && !rules.some(({ text }) => swedish.test(text));
}

/** False if the rules are in a language without words here: then nobody can say what none of them speaks of. */
export function canReadTopics(rules: readonly Rule[]): boolean {
  return rules.length === 0 || rules.some(({ text }) => english.test(text) || swedish.test(text));
}

/** What a verdict tells about a reply, whatever its label. */
export interface Aspect {
  /** What an unwanted verdict means, as half a sentence: `right answers are not confirmed`. */
  readonly failure: string;
  readonly topic: TopicId;
}

export function topicsOf(rule: Rule): readonly TopicId[] {
  return (Object.keys(englishWords) as TopicId[]).filter((topic) => mentions(rule, topic) > 0);
}

/** The rule that speaks of a topic most, the first of equals. It says where to look and claims no cause. */
export function ruleAbout(rules: readonly Rule[], topic: TopicId): Rule | undefined {
  const [best] = rules
    .map((rule) => ({ rule, count: mentions(rule, topic) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  return best?.rule;
}

/** How often a rule speaks of a topic; less where it only leads in other rules, or where only its heading does. */
function mentions({ text, above }: Rule, topic: TopicId): number {
  const countIn = (words: string): number =>
    [englishWords, swedishWords].flatMap((table) => words.toLowerCase().match(table[topic]) ?? []).length;
  const own = countIn(text);
  if (own > 0) return text.endsWith(':') ? own / 10 : own;
  return countIn(above) > 0 ? 0.05 : 0;
}
