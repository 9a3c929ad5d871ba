// Answers as models write them, in the world's scripts: what is bold, struck, a formula, a link, code or plain text.
import { beforeAll, describe, expect, test } from 'vitest'
import { loadParts, page, shapeOf, shown, type Shape } from './answers/shape.tsx'

beforeAll(loadParts)

/** Texts without any mark-up: they are shown as they are written. */
const PLAIN = [
  '大约3~5天，价格100~200元。',
  'It takes ~3~5 minutes.',
  'Es dauert 3~5 Tage, also ~4~.',
  '約3~5分、料金は100~200円です。',
  '약 3~5일, 가격은 100~200원입니다.',
  'Приблизително 3~5 дни, цена 100~200 лв.',
  'احتمال ~3~5 أيام',
  '$HOME/$USER/data and ${A}/${B}',
  'Set $PATH and $HOME, then run $SHELL.',
  'PATH=$PATH:$HOME/bin:$GOPATH/bin',
  'for f in $FILES; do cp $f $DEST; done',
  'Use $1, $2 and $@ in the script, $? for the result.',
  'make $(CC) $(CFLAGS) -o $(OUT)',
  '$(A)-$(B)',
  '=SUM($B$2:$B$10)',
  '=$A1*$B1 or =$A$1/$C$3',
  'US$30; 5$ and 10$',
  'US$5, A$7 and R$ 10,00',
  'from $5 to $10',
  'It costs $5 and 10$ more.',
  '$5M–$10M, $100K and 20$ of change',
  'zwischen 5$ und 10$ pro Monat',
  'от 5$ до 10$ на месец',
  '价格是$5到$10之间',
  '$a.$b',
  'echo "$a$b" and $obj->name = $value',
  'df$price and df$name',
  "$('#a').on('click') and $('.b').hide()",
  'The expression ^abc$|^def$ matches both.',
  'ends with \\d+$ or [a-z]*$',
  'Template: ${first} ${last}',
]

/** Texts with the mark-up that a reader expects of them. */
const MARKED: [text: string, shape: Shape][] = [
  ['**注意：**正文继续。', { bold: ['注意：'] }],
  ['含**「重点」**内容。', { bold: ['「重点」'] }],
  ['这是**“引用”**的内容', { bold: ['“引用”'] }],
  ['**步骤一（重要）**：先做', { bold: ['步骤一（重要）'] }],
  ['请使用**`npm start`**命令', { bold: ['npm start'], code: ['npm start'] }],
  ['**このアスタリスクは強調。**この文のせいで。', { bold: ['このアスタリスクは強調。'] }],
  ['これは**「重要」**です。', { bold: ['「重要」'] }],
  ['**일반적으로(예:)**라고 합니다', { bold: ['일반적으로(예:)'] }],
  ['이것은 **"중요"**합니다.', { bold: ['"중요"'] }],
  ['~~旧价格：100元。~~现价80元', { struck: ['旧价格：100元。'] }],
  ['~~old~~ new', { struck: ['old'] }],
  ['**Wichtig:** Text', { bold: ['Wichtig:'] }],
  ['**Важно:** текст', { bold: ['Важно:'] }],
  ['**مهم:** النص', { bold: ['مهم:'] }],
  ['**חשוב:** הטקסט', { bold: ['חשוב:'] }],
  ['**สำคัญ:** ข้อความ', { bold: ['สำคัญ:'] }],
  ['It is $0.1 + 0.2 \\neq 0.3$ there.', { tex: ['0.1 + 0.2 \\neq 0.3'] }],
  ['设$x$为实数，则$x^2$非负。', { tex: ['x', 'x^2'] }],
  ['変数$x$と$y$の和$x+y$。', { tex: ['x', 'y', 'x+y'] }],
  ['변수 $x$와 $y$의 합', { tex: ['x', 'y'] }],
  ['the $n$th of $k$ and $x$’s', { tex: ['n', 'k', 'x'] }],
  ['das $n$-te und das $k$te Glied', { tex: ['n', 'k'] }],
  ['Water boils at 100$^\\circ$C.', { tex: ['^\\circ'] }],
  ['($a$, $b$) and "$c$" — **$d$**', { tex: ['a', 'b', 'c', 'd'], bold: ['ddd'] }],
  ['$2x + 1$ and $5 - 3 = 2$', { tex: ['2x + 1', '5 - 3 = 2'] }],
  ['time $O(n log n)$', { tex: ['O(n log n)'] }],
  ['You pay $5 for $x$ pieces.', { tex: ['x'] }],
  ['Kosten: \\(5\\,€\\) für \\[x\\]', { tex: ['5\\,€', 'x'] }],
  ['| norm | value |\n|---|---|\n| $|x|$ | $P(A\\|B)$ |\n', { tex: ['\\vert x\\vert', 'P(A\\vert B)'] }],
  [
    '\\(AB\\), \\(n\\), \\(5\\), \\(O(n log n)\\) and \\(dx\\,dy\\)',
    { tex: ['AB', 'n', '5', 'O(n log n)', 'dx\\,dy'] },
  ],
  ['\\(speed = way / time\\) und \\[\\text{Weg}\\]', { tex: ['speed = way / time', '\\text{Weg}'] }],
  ['见 https://example.com/a，然后', { links: ['https://example.com/a'] }],
  ['（https://example.com/b）。', { links: ['https://example.com/b'] }],
  [
    '**网址：https://example.com/c。**后文',
    { links: ['https://example.com/c'], bold: ['网址：https://example.com/c。'] },
  ],
  ['参考 https://example.com/路径/页 和', { links: ['https://example.com/路径/页'] }],
  ['`https://example.com/d，e` 代码', { code: ['https://example.com/d，e'] }],
  [
    '```markdown\n# A\n\n```js\nx()\n```\n\nrest\n```\n\nafter **b**',
    { code: ['# A\n\n```js\nx()\n```\n\nrest'], bold: ['b'] },
  ],
  ['```markdown\n```js\n```\n\nafter **b**', { code: ['```js'], bold: ['b'] }],
  ['```md\ntext\n```\n**b**', { code: ['text'], bold: ['b'] }],
]

/** Brackets that are only escaped. */
const ESCAPED = [
  'Dear \\[Your Name\\], welcome.',
  '\\[nltk\\_data\\] Error loading: \\[Errno -2\\] is unknown',
  'as shown in \\[12\\] and \\[3, 4\\]',
  'the field \\(optional\\) and \\(siehe oben\\)',
  'Sehr geehrte \\[Anrede\\] aus \\[Ihr Ort\\]',
  'Уважаеми \\[име\\] от \\[вашият град\\]',
  '尊敬的\\[姓名\\]',
  '\\[Date\\]\n\n\\[Company address\\]',
]

describe('answers of the world', () => {
  test.each(ESCAPED)('has no formula: %s', (text) => {
    expect(shapeOf(text)).toEqual({})
    expect(shown(text).replaceAll(/\s+/g, '')).toBe(text.replaceAll(/[\\\s]+/g, ''))
  })

  test.each(PLAIN)('is shown as written: %s', (text) => {
    expect(shapeOf(text)).toEqual({})
    expect(shown(text)).toBe(text)
  })

  test.each(MARKED)('%s', (text, shape) => {
    expect(shapeOf(text)).toEqual(shape)
  })

  test.each([...PLAIN, ...MARKED.map(([text]) => text)])(
    'can be cut anywhere while it streams: %s',
    (text) => {
      for (let end = 1; end <= text.length; end++)
        expect(page(text.slice(0, end), true), text.slice(0, end)).toContain('pl-caret')
    },
  )

  test('quotes, lists and tables of scripts from right to left begin at the right', () => {
    expect(page('> مرحبا')).toContain('<blockquote dir="rtl">')
    expect(page('- שלום\n- world')).toContain('<ul dir="rtl">')
    expect(page('| اسم | عدد |\n|---|---|\n| أ | 1 |')).toContain('<table dir="rtl">')
    expect(page('> hello مرحبا')).toContain('<blockquote>')
  })
})
