/** What the simulated tutor can do in a message; each move has several wordings in each language. */
export type Move =
  | 'comfort'
  | 'start'
  | 'method'
  | 'ask'
  | 'suggest'
  | 'decline'
  | 'values'
  | 'substituted'
  | 'result'
  | 'solution'
  | 'example'
  | 'hollow'
  | 'outside'
  | 'ruleOut';

type Phrases = Readonly<Record<Move, readonly string[]>>;

/** `<method>`, `<values>`, `<substituted>`, `<result>` and `<answer>` are filled in from the sample. No move before `values` computes. */
const swedish: Phrases = {
  comfort: [
    'Det är helt okej att det känns svårt.',
    'Ingen fara, vi tar det lugnt.',
    'Bra att du säger till när det tar stopp.',
    'Många fastnar just här, så du är inte ensam.',
    'Jag förstår att det är frustrerande.',
    'Vi har gott om tid.',
    'Det gör inget att du inte vet än.',
  ],
  start: [
    'Läs uppgiften en gång till i lugn och ro.',
    'Vi börjar med att se vad uppgiften frågar efter.',
    'Titta först på hur uppgiften är uppbyggd.',
    'Låt oss börja med det du känner igen.',
    'Innan man räknar behöver man veta vad man letar efter.',
  ],
  method: [
    'En väg som brukar fungera är <method>.',
    'Fundera på om <method> kan passa här.',
    'I genomgången finns <method>, titta gärna där.',
    'Du har mött <method> tidigare.',
    'Tänk på när man använder <method>.',
    'Ett namn att hålla i huvudet är <method>.',
  ],
  ask: [
    'Vad är det uppgiften vill att du ska ta reda på?',
    'Vilken del av uppgiften känner du igen?',
    'Vilket steg tror du kommer först?',
    'Hur skulle du med egna ord beskriva vad som är okänt?',
    'Vilken metod har ni använt på liknande uppgifter?',
    'Var i uppgiften står det du behöver?',
    'Vad skulle du vilja veta innan du börjar?',
    'Hur kan du se vilken sorts uppgift det är?',
  ],
  suggest: [
    'Skriv ner det du vet på ett papper.',
    'Säg vad du ser när du läser uppgiften.',
    'Försök göra det första steget själv och visa mig.',
    'Leta upp avsnittet i boken och jämför.',
  ],
  decline: [
    'Jag räknar inte ut det åt dig, för det är du som ska kunna det sedan.',
    'Uträkningen lämnar jag till dig, men jag hjälper dig att komma igång.',
    'Jag vill inte ta det ifrån dig, du är närmare än du tror.',
    'Svaret säger jag inte, men vi kan hitta vägen dit tillsammans.',
    'Att visa allt vore att göra uppgiften åt dig, så vi tar ett mindre steg.',
  ],
  values: [
    'Här har vi <values>.',
    'Läser man av uppgiften får man <values>.',
    'Då är <values>.',
    'Vi sätter <values>.',
  ],
  substituted: [
    'Sätter vi in det får vi <substituted>.',
    'Insatt i formeln: <substituted>.',
    'Det ger uttrycket <substituted>.',
    'Alltså skriver vi <substituted>.',
  ],
  result: ['Först räknar vi <result>.', 'Det blir <result>.', 'Nästa rad är <result>.', 'Vi ser att <result>.'],
  solution: [
    'Okej, så här: <values>, sedan <substituted>, och svaret är <answer>.',
    'Vi tar hela lösningen. <substituted>. Svar: <answer>.',
    'Då räknar jag: <result>, och till slut <answer>.',
    'Svaret blir <answer>, eftersom <result>.',
  ],
  example: [
    'Ta ett liknande exempel: x² + 10x + 21 = 0. Där är p = 10 och q = 21.',
    'Till exempel en annan uppgift: 3x + 4 = 37. Då blir 3x = 33.',
    'Ett enklare exempel: 30 % av 70 är 0,3 · 70 = 21.',
  ],
  hollow: [
    'Vad får du när du sätter in det?',
    'Ser du hur det går till?',
    'Vad blir nästa rad?',
    'Kan du ta det därifrån?',
    'Hur fortsätter man?',
  ],
  outside: [
    'Annars kan man använda abc-formeln.',
    'Man kan också titta på derivatan.',
    'En grafräknare visar det direkt.',
    'Polynomdivision är ett annat sätt.',
    'Med Newton-Raphson kommer man också fram.',
  ],
  ruleOut: [
    'Grafräknare använder vi inte här.',
    'Abc-formeln ingår inte i det ni har gått igenom.',
    'Derivatan ska du inte använda i den här kursen.',
  ],
};

const english: Phrases = {
  comfort: [
    'It is fine that this feels hard.',
    'No rush, we can take it slowly.',
    'Good that you say where you are stuck.',
    'Many people get stuck right here, you are not alone.',
    'I can see that this is frustrating.',
    'We have plenty of time.',
    'It does not matter that you are not there yet.',
  ],
  start: [
    'Read the task once more without hurry.',
    'Let us begin with what the task is asking for.',
    'Look first at how the task is built.',
    'Let us start with the part that looks familiar.',
    'Before working anything out you need to know what you are after.',
  ],
  method: [
    'One way that often works is <method>.',
    'Think about whether <method> could fit here.',
    'Your notes have a part on <method>, have a look there.',
    'You have met <method> before.',
    'Think of when people use <method>.',
    'A name to keep in mind is <method>.',
  ],
  ask: [
    'What does the task want you to find?',
    'Which part of the task looks familiar?',
    'Which step do you think comes first?',
    'How would you describe the unknown in your own words?',
    'Which method did you use on tasks like this?',
    'Where in the task does it say what you need?',
    'What would you like to know before you begin?',
    'How can you tell what kind of task this is?',
  ],
  suggest: [
    'Write down what you know on a sheet of paper.',
    'Say what you see when you read the task.',
    'Try the first step yourself and show me.',
    'Find the section in your book and compare.',
  ],
  decline: [
    'I am not going to work it out for you, because you are the one who will need it.',
    'The working stays with you, but I will help you get going.',
    'I do not want to take it away from you, you are closer than you think.',
    'I will not say the answer, but we can find the way there together.',
    'Showing all of it would be doing your task, so let us take a smaller step.',
  ],
  values: ['Here we have <values>.', 'Reading it off the task gives <values>.', 'So <values>.', 'Let us put <values>.'],
  substituted: [
    'Putting that in we get <substituted>.',
    'In the formula: <substituted>.',
    'That gives the expression <substituted>.',
    'So we write <substituted>.',
  ],
  result: [
    'First we work out <result>.',
    'That makes <result>.',
    'The next line is <result>.',
    'We see that <result>.',
  ],
  solution: [
    'All right, like this: <values>, then <substituted>, and the answer is <answer>.',
    'Here is the whole solution. <substituted>. Answer: <answer>.',
    'Then I work it out: <result>, and finally <answer>.',
    'The answer is <answer>, because <result>.',
  ],
  example: [
    'Take a similar example: x² + 10x + 21 = 0. There b = 10 and c = 21.',
    'For instance another task: 3x + 4 = 37. Then 3x = 33.',
    'An easier example: 30% of 70 is 0.3 · 70 = 21.',
  ],
  hollow: [
    'What do you get when you put that in?',
    'Do you see how it goes?',
    'What is the next line?',
    'Can you take it from there?',
    'How does it go on?',
  ],
  outside: [
    'Otherwise you can use the pq-formula.',
    'You could also look at the derivative, that is calculus.',
    'A graphing calculator shows it at once.',
    'Polynomial division is another way.',
    'Newton-Raphson would get you there as well.',
  ],
  ruleOut: [
    'We do not use a graphing calculator here.',
    'The pq-formula is not part of what you have been taught.',
    'Calculus is not for this course.',
  ],
};

export const phrases: Readonly<Record<'sv' | 'en', Phrases>> = { sv: swedish, en: english };

/** Ways of working that fit any task, where no theory names the methods. */
export const generalMethods: Readonly<Record<'sv' | 'en', readonly string[]>> = {
  sv: [
    'att rita en bild',
    'att arbeta baklänges',
    'att ställa upp en ekvation',
    'att dela upp uppgiften',
    'att göra en tabell',
  ],
  en: ['drawing a picture', 'working backwards', 'setting up an equation', 'splitting the task up', 'making a table'],
};
