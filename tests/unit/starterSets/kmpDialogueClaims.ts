/**
 * What the texts say about numbers beyond written equalities: number of the dialogue, who says it, the words, and what
 * they mean as a condition in mathjs syntax. Conditions behind "✗" are false: they are what a student takes to be true.
 * An unknown is replaced by its solution; an identity is tried at one value.
 */
export const claims = rowsOf(`
002 | student | then 1 2 3 4 5 6 7 8. eight | 5 + 3 == 8
002 | reply | "seven, eight". Eight dinosaurs! | 6 + 2 == 8
004 | student | thats 5 fingers so 9 | ✗ 13 - 5 == 9
005 | reply | 23 is 2 full bags and 3 loose ones | 2 * 10 + 3 == 23
005 | reply | 32 is 3 full bags and only 2 loose | 3 * 10 + 2 == 32
007 | reply | 2 steps to 60, then 4 more to 64 | 58 + 2 == 60 and 60 + 4 == 64
008 | student | 20 minits after 3 | 4 * 5 == 20
008 | student | 45! its 7:45 | 9 * 5 == 45
008 | reply | You should land on 60 | 7 * 5 + 5 * 5 == 60 and 10 * 5 + 2 * 5 == 60 and 1 * 5 + 11 * 5 == 60
009 | student | 5 I counted them | ✗ 5 * 2 == 5
009 | reply | First paw, 2 children. Second paw, 4. Third paw, 6. | 1 * 2 == 2 and 2 * 2 == 4 and 3 * 2 == 6
009 | notes | stand for 10 children | 5 * 2 == 10
010 | student | 24. can I stop | 6 * 4 == 24
010 | student | 24 as well. See. and 8 x 3 is 24 too | 3 * 8 == 24 and 8 * 3 == 24
013 | student | 7 x 8 56? I did 7 x 7 is 49 and then 7 more | 7 * 8 == 56 and 7 * 7 == 49 and 49 + 7 == 56
013 | reply | 6 × 7 and 8 × 9 that way | 6 * 6 + 6 == 7 * 7 - 7 and 8 * 8 + 8 == 9 * 9 - 9
014 | student | 7+5 is 12, 9+3 is 12, 11+5 is 16 | 7 + 5 == 12 and 9 + 3 == 12 and 11 + 5 == 16
014 | student | 31+29 is 60. even | 31 + 29 == 60 and mod(60, 2) == 0
015 | reply | 4/4 is four scoops, just enough to fill one cup | 4 * (1/4) == 1
016 | student | is it 1824? | ✗ 34 * 6 == 1824
016 | student | 48. thats just tables | 6 * 8 == 48
016 | notes | the 18 stands for 18 tens | 30 * 6 == 18 * 10
017 | student | 130 degrees | ✗ 130 < 90
017 | student | goes thru 130. it also goes thru 50 | 130 + 50 == 180
017 | reply | 40. The other row says 140 | 40 + 140 == 180 and 40 < 90 and 140 > 90
018 | student | 65/100, thats 0.65 | 65 / (10 * 10) == 0.65
018 | student | 4 rows is 0.4 | 4 * 10 / 100 == 0.4
018 | student | 4 rows and 2 beads is 0.6 | ✗ (4 * 10 + 2) / 100 == 0.6
018 | notes | 3 single beads are 0.03 | 3 / 100 == 0.03
019 | student | 0.6 too | ✗ 0.3 * 0.2 == 0.6
020 | student | so you just count, 3/5 | 1/5 + 2/5 == 3/5
020 | student | 5/12. I made them both 12ths, 3/12 and 2/12 | 1/4 + 1/6 == 5/12 and 1/4 == 3/12 and 1/6 == 2/12
020 | student | 24 works too | mod(24, 4) == 0 and mod(24, 6) == 0
020 | reply | one of the first two sums is more than a half | 1/3 + 2/9 > 1/2 and 3/10 + 1/6 < 1/2
021 | notes | 52 and 68 squares | 2 * (2*3 + 2*4 + 3*4) == 52 and 2 * (1*4 + 1*6 + 4*6) == 68
021 | student | basically the same box | ✗ 2 * (2*3 + 2*4 + 3*4) == 2 * (1*4 + 1*6 + 4*6)
022 | tutor | seats 6 people. Two pushed together seat 10, three in a row seat 14 | 6 + 4 == 10 and 10 + 4 == 14
022 | student | 14 18 22 26 30 | 14 + 4 == 18 and 18 + 4 == 22 and 22 + 4 == 26 and 26 + 4 == 30
022 | student | table 7, thats 30 people. so 13 more | 6 + 6 * 4 == 30 and 20 - 7 == 13
022 | reply | 4 matches, then 7, then 10 | 4 + 3 == 7 and 7 + 3 == 10
023 | student | 4. I added it up to 12 and divided by 3 | ✗ (3 + 0 + 4 + 5) / 4 == 4
023 | reply | 12 balls | 3 + 0 + 4 + 5 == 12
024 | student | one kg is 2.50 and 5 kg is 12.50 | 7.50 / 3 == 2.50 and 5 * 2.50 == 12.50
024 | student | 2.50 x 0.8 = 2 euros | 2.50 * 0.8 == 2
024 | student | 0.4 kg so 1 euro | 0.8 / 2 == 0.4 and 2.50 * 0.4 == 1
025 | student | 7 - 4 = 3. you find the difference | ✗ 7 - (-4) == 3
025 | notes | The rise is 11 degrees | 7 - (-4) == 11
026 | student | 6? because 100% is 60 and theres ten tens in it | 10/100 * 60 == 6 and 10 * 10 == 100
026 | reply | so $28 | 35/100 * 80 == 28
026 | reply | the second should be three times the first | 45/100 * 60 == 3 * (15/100 * 60)
027 | student | the book says 7 | 2 - (-5) == 7
027 | student | -3. or anyway something smaller | ✗ 2 - (-5) == -3
028 | student | 52. same thing | 0.8 * 65 == 52
028 | notes | 0.72 or 28% | 0.8 * 0.9 == 0.72 and 100 - 72 == 28
029 | tutor | 4x + 1 = 13 | 4 * 3 + 1 == 13
029 | student | 5x + 3 = 2x + 15 | 5 * 4 + 3 == 2 * 4 + 15
029 | reply | 5x = 2x + 12 | 5 * 4 == 2 * 4 + 12
029 | student | 7x = 12 | ✗ 7 * 4 == 12
029 | student | 12/7 which is like 1.71 | 1.705 < 12/7 and 12/7 < 1.715
029 | notes | x = 4 in the end | 5 * 4 + 3 == 2 * 4 + 15
030 | student | 67 because 180 - 65 - 48 | 180 - 65 - 48 == 67
030 | student | 65 and 65, you split the 130 | 180 - 50 == 130 and 130 / 2 == 65
031 | student | x² + 9 | ✗ (1 + 3)^2 == 1^2 + 9
031 | student | (1+3)² is 16 and 1² + 9 is 10 | (1 + 3)^2 == 16 and 1^2 + 9 == 10
031 | tutor | What do both give for x = 1? | (1 + 3)^2 != 1^2 + 9
031 | reply | x by x, 2 by 2, and two strips, x by 2 | (7 + 2)^2 == 7 * 7 + 2 * 2 + 2 * (7 * 2)
032 | student | about 13.9 ft. 13² + 5² = 194 | 13^2 + 5^2 == 194 and 13.85^2 < 194 and 194 < 13.95^2
032 | student | about 13.9 ft | ✗ 13^2 - 5^2 == 13.9^2
032 | notes | reaches 12 feet | 13^2 - 5^2 == 12^2
033 | reply | 6 + 4h = 7h | 6 + 4 * 2 == 7 * 2
033 | notes | 20 + 9s = 13s | 20 + 9 * 5 == 13 * 5
034 | student | 18 and thats what the book has | 3 * 6 == 18
034 | student | I added all the sides, 3 and 6 and 3 and 6 makes 18 | 3 + 6 + 3 + 6 == 18
034 | notes | a 2 by 5 rectangle has 10 and 14 | 2 * 5 == 10 and 2 * (2 + 5) == 14
035 | student | 6 remainder 2 | 4 * 6 + 2 == 26
035 | notes | the answer to the story is 7 cars | 6 * 4 < 26 and 26 < 7 * 4
035 | reply | So I write: 3 boxes | 2 * 6 < 17 and 17 < 3 * 6
036 | student | -11 | ✗ -8 + 3 == -11
036 | reply | One up I'm at −5, two up −4, then −3, then −2 | -6 + 4 == -2
037 | student | the last one is 4/5 | ✗ 4/5 == 1
037 | notes | Five ticks make four parts, so the second tick is a quarter | 0 + 1/4 == 1/(5 - 1)
039 | student | 59, then 67. its 8 more | 51 + 8 == 59 and 59 + 8 == 67
039 | notes | and the friend's 5 and 11 a week meet after ten weeks | 35 + 8 * 10 == 5 + 11 * 10
040 | student | zero!! cause zero makes it all nothing | ✗ 5 - 0 == 0
041 | student | 4/10 or 2/5 | 4 / (4 + 6) == 2/5
041 | notes | 20 socks, 8 of them not white; 19 after one is kept | 5 + 3 + 12 == 20 and 5 + 3 == 8 and 20 - 1 == 19
042 | student | twice the radius is twice the pizza | ✗ 20^2 == 2 * 10^2
042 | notes | Four times the area, so $24 by area | 20^2 == 4 * 10^2 and 4 * 6 == 24
043 | student | 15 m. its always times 2 | 7.5 * 2 == 15
043 | notes | 2 cm by 2 cm on paper, so 4 m by 4 m and 16 square metres | 2 * 2 == 4 and (2 * 2)^2 == 16
045 | student | 100. its metres to centimetres | ✗ 1 * 100^2 == 100
046 | student | it is 9 because it is in the middle | ✗ 9 == 7
046 | notes | In order 3, 4, 7, 8, 9, so the median is 7 | 3 < 4 and 4 < 7 and 7 < 8 and 8 < 9
047 | student | 12, a quarter | 25/100 * 48 == 12
047 | student | 6. 10% is 4 and 5% is 2 | 15/100 * 40 == 6
048 | student | a sixth is a smaller piece so 5/6 has less gone | 1/6 < 1/4 and 5/6 > 3/4
049 | student | now theres MORE cups | ✗ 5 > 5
050 | student | 0.45 obviously | ✗ 0.45 > 0.5
050 | reply | So 0.3 is more | 0.3 > 0.27
052 | student | x = 7, y = 3 | 7 + 3 == 10 and 7 - 3 == 4
052 | notes | Pair one has x and y 3 and 2; pair two has no solution, and with 12 for 20 all points fit | 3*3 + 2 == 11 and 3 - 2 == 1 and 2 * 6 == 12 and 12 != 20
053 | student | now there is 1 more too so its the same orange | ✗ 2/3 == 4/5
053 | notes | 2 : 3 is the same as 4 : 6 | 2/3 == 4/6
054 | student | 3 again. half of 6 is 3 | ✗ 6 / (1/2) == 3
054 | reply | There are four in each metre, so I get 16 | 4 / (1/4) == 16
057 | student | 5 + 6 is 11 and 7 + 8 is 14 | ✗ 5 + 6 == 11 and 7 + 8 == 14
057 | notes | 11 and 13 are | 5 + 6 == 11 and 6 + 7 == 13
058 | student | 72 | ✗ 72 - 20/100 * 72 == 60
058 | reply | nine of them are my 45, so a part is 5 and the bar is 50 | 9 * 5 == 45 and 10 * 5 == 50
058 | notes | The old price was $75, as 80% of it are $60; 72 less 20% is not 60. | 75 * 80/100 == 60 and 72 * 80/100 != 60
059 | student | penny penny dime thats 12, nickel 17, penny 18, dime 28 | 1 + 1 + 10 == 12 and 12 + 5 == 17 and 17 + 1 == 18 and 18 + 10 == 28
059 | reply | 25, 50, then 60, then by fives 65, 70, 75, then 76, 77 | 2 * 25 + 10 + 3 * 5 + 2 == 77
059 | notes | make 69 cents | 25 + 3 * 10 + 2 * 5 + 4 == 69
060 | student | 35 | ✗ 52 - 27 == 35
060 | notes | 35 is 10 too many | 35 - 10 == 52 - 27
061 | student | 7 too. times nothing | ✗ 7 * 0 == 7
062 | student | mango is more. it is up at 9 | 9 > 4
063 | student | 3x + 4. or do I have | ✗ 3 * (1 + 4) == 3 * 1 + 4
063 | reply | the apples of every bag, which are 10 | 5 * 2 == 10
`);

/**
 * Results the student is to find: number of the dialogue, how they come about, and how they must not stand in the
 * reference reply.
 */
export const withheld = rowsOf(`
002 | 7 + 2 == 9 | 9, nine
003 | 6 + 4 == 10 and 6 - 4 == 2 | 6, six, 4, four
004 | 13 - 5 == 8 | 8, eight
007 | 81 - 78 == 3 | 3, three
008 | 7 * 5 == 35 and 10 * 5 == 50 and 1 * 5 == 5 | 35, 50, 05, 5
009 | 5 * 2 == 10 | 10, ten
010 | 2 * 12 == 24 and 1 * 24 == 24 | 12, twelve, 8 rows, 4 rows
013 | 6 * 7 == 42 and 8 * 9 == 72 | 42, 72
015 | 5/4 == 1 + 1/4 | 1 1/4, 1.25, a quarter more
016 | 34 * 6 == 204 and 30 * 6 == 180 | 204, 180, 30, thirty
017 | 180 - 130 == 50 | 50
018 | 42/100 == 0.42 and 75/100 == 0.75 and 57/100 == 0.57 | 42, 0.42, 0.75, 0.57, 0.03
019 | 0.3 * 0.2 == 0.06 | 0.06
020 | 1/3 + 2/9 == 5/9 and 3/10 + 1/6 == 7/15 | 5/9, 7/15
021 | 2 * (6 + 8 + 12) == 52 and 2 * (4 + 6 + 24) == 68 | 52, 68
022 | 6 + 19 * 4 == 82 | 82
023 | (3 + 0 + 4 + 5) / 4 == 3 | 3, three
024 | 14/4 * 2.5 == 8.75 and 9.80 / (14/4) == 2.8 and 14/4 - 20.40/6 == 0.1 | 8.75, 2.8, 3.50, 3.40, 0.10
025 | 7 - (-4) == 11 | 11, eleven
026 | 15/100 * 60 == 9 and 45/100 * 60 == 27 | 9, 27
028 | 0.8 * 0.9 == 0.72 and 0.72 * 90 == 64.8 | 0.72, 28%, 64.80
029 | 5 * 4 + 3 == 2 * 4 + 15 | 4, four
030 | 2*38 + 104 == 180 and 40 + 2*70 == 180 and 2*40 + 100 == 180 and 2*45 + 90 == 180 and 36 + 2*72 == 180 | 104, 70, 100, 45, 90, 36, 72
031 | (7 + 3)^2 == 7^2 + 6 * 7 + 9 | 6x, 3x, 9
032 | 13^2 - 12^2 == 5^2 | 12, twelve
033 | 20 + 9 * 5 == 13 * 5 | 5, five
034 | 2 * 5 == 10 and 2 * (2 + 5) == 14 | 10, 14
035 | 26/4 > 6 and 26/4 < 7 | 7, seven
037 | 1/(5 - 1) == 1/4 | 1/4, quarter, four parts
039 | 35 + 8 * 10 == 5 + 11 * 10 | 35 + 8w, tenth
040 | 5 - 0 == 5 | 5, five
041 | 8/20 == 2/5 and 4/19 < 5/20 | 8/20, 2/5, 4/19, 5/20
042 | 4 * 6 == 24 | 24, four
043 | (2 * 2)^2 == 16 | 16, sixteen
045 | 100^2 == 10000 | 10,000, 10000, one row
047 | 9/36 == 25/100 and 24 / (30/100) == 80 and 45 * 80/100 == 36 | 25%, 80, 36 dollars, $36, $37
048 | 7/8 < 9/10 and 2/5 > 2/7 | 2/5, 2/7
050 | 0.5 > 0.45 | 0.5, 0.45
053 | 2/3 == 4/6 | 6, six
054 | 6 / (1/2) == 12 | 12, twelve
057 | 7 + 8 == 15 and 8 + 9 == 17 and 9 + 7 == 16 | 15, 17, 16
058 | 75 * 80/100 == 60 | 75
059 | 25 + 3 * 10 + 2 * 5 + 4 == 69 and 25 + 4 * 10 + 3 == 68 | 69, 68
060 | 52 - 27 == 25 | 25
062 | 9 - 4 == 5 | 5, five
063 | 3 * 4 == 12 | 12, twelve
`);

function rowsOf(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(' | '));
}
