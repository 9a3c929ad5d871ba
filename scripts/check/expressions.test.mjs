import { expect, test } from 'vitest'
import { expressions } from './expressions.mjs'

const saidOf = (text, file = 'apps/server/src/features/x/rules.ts') =>
  expressions({ files: [file], read: () => text }).problems

test.each([
  ['an end that may begin anywhere', String.raw`text.replace(/\s+$/, '')`, 'quadratic'],
  ['a heading with closing signs', String.raw`text.replace(/\s+#+\s*$/, '')`, 'quadratic'],
  ['parts that match the same signs', String.raw`/^(\s*)([^]*?)(\s*)$/.exec(text)`, 'quadratic'],
  ['an opening without an end', String.raw`text.replaceAll(/<[^>]*>/g, '')`, 'quadratic'],
  ['repetitions in a repetition', String.raw`/^(?:a+)+$/.test(text)`, 'exponential'],
  ['sets of Unicode', String.raw`/[\p{P}\s]+$/u.test(text)`, 'quadratic'],
])('%s is found', (_, line, time) => {
  expect(saidOf(`const first = 1\nconst found = ${line}\n`)).toEqual([
    expect.stringMatching(new RegExp(`^apps/server/src/features/x/rules\\.ts:2: .* takes ${time} time`)),
  ])
})

test.each([
  ['a value', 'const one = new RegExp(pattern)'],
  ['a value that is run at once', 'new RegExp(pattern).test("")'],
  ['a call', 'use(RegExp(pattern, "i"))'],
  ['a part of a text', 'return new RegExp(`^${name}$`)'],
  ['a changed value', 'return new RegExp(escaped(name))'],
  ['a value under another name', 'const one = new globalThis.RegExp(pattern)'],
  ['a value to match', 'const found = text.match(pattern)'],
  ['a field to match', 'for (const found of text.matchAll(body.pattern)) take(found)'],
  ['a text to search', 'return text.search(`${name}$`)'],
])('an expression built from %s is found, except in the thread of the checks', (_, line) => {
  expect(saidOf(line)).toEqual([expect.stringContaining('is built from a value')])
  expect(saidOf(line, 'apps/server/src/features/goldensets/checks/check.ts')).toEqual([])
})

test('accepts linear expressions, patterns of constants, and what is only parsed', () => {
  const text = String.raw`
    text.replace(/(?<!\s)\s+$/, '').replace(/^\s+/, '')
    text.replaceAll(/<[^<>]*>/g, '').split(/\s+/)
    /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
    new RegExp(${'`^${PREFIX}[a-z]{3}$`'}).test(text)
    new RegExp(FIELDS.join('|')).test(text)
    new RegExp('a|b', flags).test(text)
    new RegExp(pattern, flags)
    const all = (html: string, expression: RegExp) => html.matchAll(expression)
    for (const pattern of BOUNDARIES) text.match(pattern)
    contexts.search(viewer, query)
  `
  expect(saidOf(text)).toEqual([])
})
