import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillPlaceholders, isBuiltIn, placeholdersOf } from './placeholders.ts'

const plain = (name: string) => ({ name, type: 'text', options: [], default: '', required: true })
const names = (text: string) => placeholdersOf(text).map(({ name }) => name)

describe('placeholders', () => {
  test.each([
    ['Write to {{name}} about {{ the offer }}.', ['name', 'the offer']],
    ['{{name}} and {{name}}', ['name']],
    ['{{{name}}}', ['name']],
    ['{{a {{b}} c}}', ['b']],
    ['{{}} {{ }} {{|type=text}}', []],
    ['{{open', []],
    ['close}}', []],
    ['{{one\ntwo}}', []],
    [`{{${'x'.repeat(101)}}}`, []],
    [`{{x | default="${'y'.repeat(3_000)}"}}`, []],
    ['{ {x} }', []],
    ['image: {{ .Values.image }} {{- if .x }} {{/each}} {{ include "a" . }}', []],
    ['\\frac{{a}}{{b}} and \\frac{{a}}{{b}} of {{c}}', ['c']],
    ['token: ${{ secrets.TOKEN }} ${{ inputs }} {{ secrets.TOKEN }}', []],
    ['\\{{name}} {{other}}', ['other']],
    ['{{Größe}} {{име}} {{名}}', ['Größe', 'име', '名']],
  ])('are parsed from %s', (text, expected) => expect(names(text)).toEqual(expected))

  test('are required texts by default', () => {
    expect(placeholdersOf('{{name}}')).toEqual([plain('name')])
  })

  test('are limited to 200', () => {
    const text = Array.from({ length: 300 }, (_, index) => `{{n${index}}}`).join(' ')
    expect(names(text)).toHaveLength(200)
  })
})

describe('the description of a placeholder', () => {
  test.each([
    [
      '{{x | type=number min=1 max=9 step=2}}',
      { type: 'number', min: '1', max: '9', step: '2', required: false },
    ],
    [
      '{{x | type=select options="a, b,,c" default="b" required}}',
      { type: 'select', options: ['a', 'b', 'c'], default: 'b', required: true },
    ],
    ['{{x|type=date}}', { type: 'date', required: false }],
    ['{{x | type=nonsense}}', { type: 'text' }],
    ['{{x | type=select}}', { type: 'text', options: [] }],
    ['{{x | type=number min=one}}', { type: 'number' }],
    ['{{x | default="}"}}', { default: '}' }],
    ['{{x | "quoted" = ,, TYPE=url}}', { type: 'url' }],
    ['{{x | default="never ends}}', { default: '' }],
    ['{{x}} then {{x | type=email required}} and {{x | type=url}}', { type: 'email', required: true }],
  ])('is read from %s', (text, expected) => {
    const [found, ...more] = placeholdersOf(text)
    expect(more).toEqual([])
    expect(found).toMatchObject({ name: 'x', ...expected })
  })
})

describe('filling', () => {
  test('keeps escaped braces and braces of code as text', () => {
    const text = '\\{{name}} {{name}} \\frac{{name}}{{name}} ${{ name }}'
    expect(fillPlaceholders(text, new Map([['name', 'Ada']]))).toBe(
      '{{name}} Ada \\frac{{name}}{{name}} ${{ name }}',
    )
  })

  test('replaces every mention that has a value and keeps the others', () => {
    const values = new Map([
      ['a', '1'],
      ['b', ''],
    ])
    expect(fillPlaceholders('{{a}}{{b}}{{c}} {{ a | type=number }}', values)).toBe('1{{c}} 1')
  })

  test('does not replace placeholders inside values', () => {
    expect(
      fillPlaceholders(
        '{{a}} {{b}}',
        new Map([
          ['a', '{{b}}'],
          ['b', '$&'],
        ]),
      ),
    ).toBe('{{b}} $&')
  })

  test('leaves any text unchanged without values', () => {
    const braces = fc
      .array(fc.constantFrom('{{', '}}', '{', '}', '|', 'a', '"', '=', '\n', ' '))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(braces, (text) => {
        expect(fillPlaceholders(text, new Map())).toBe(text)
      }),
    )
  })

  test('leaves no placeholder when all have values', () => {
    const name = fc.stringMatching(/^[a-z]{1,9}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.stringMatching(/^[^{}\\]{0,9}$/))), (pairs) => {
        const text = pairs.map(([key, rest]) => `{{${key}}}${rest}`).join('')
        const values = new Map(placeholdersOf(text).map((found) => [found.name, '']))
        expect(placeholdersOf(fillPlaceholders(text, values))).toEqual([])
      }),
    )
  })
})

test('recognises built-in names', () => {
  expect(['user_name', 'date', 'name'].map(isBuiltIn)).toEqual([true, true, false])
})
