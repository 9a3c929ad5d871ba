import { expect, test } from 'vitest'
import { periodIn } from './period.ts'

const of = (params: Record<string, string>) => periodIn((name) => params[name] ?? '')

test.each([
  [{}, { days: 30 }],
  [{ span: '90' }, { days: 90 }],
  [{ span: '365' }, { days: 365 }],
  [{ span: '91' }, { days: 30 }],
  [
    { span: 'dates', from: '2026-01-01', to: '2026-01-01' },
    { from: '2026-01-01', to: '2026-01-01' },
  ],
  [
    { span: 'dates', from: '2024-01-01', to: '2024-12-31' },
    { from: '2024-01-01', to: '2024-12-31' },
  ],
])('%o asks for %o', (params, query) => {
  expect(of(params)).toMatchObject({ query, wrong: undefined })
})

test.each([
  [{ span: 'dates' }, 'missing'],
  [{ span: 'dates', from: '2026-02-30', to: '2026-03-01' }, 'missing'],
  [{ span: 'dates', from: '2026-13-01', to: '2026-03-01' }, 'missing'],
  [{ span: 'dates', from: '2026-01-02', to: '2026-01-01' }, 'order'],
  [{ span: 'dates', from: '2025-01-01', to: '2026-01-02' }, 'long'],
])('%o asks for nothing and says %s', (params, wrong) => {
  expect(of(params)).toMatchObject({ query: undefined, wrong })
})
