// The report for support, as text. It has no names of people, no addresses but that of the installation, and no tokens.
import type { Outcome } from './outcome.ts'

export interface ReportPart {
  readonly title: string
  readonly rows: readonly { readonly name: string; readonly outcome: Outcome | undefined }[]
}

const SIGNS = { ok: '+', info: ' ', warn: '!', bad: 'X', skipped: '-' } as const

export function reportOf(heading: string, facts: readonly string[], parts: readonly ReportPart[]): string {
  const lines = parts.flatMap(({ title, rows }) => [
    '',
    title,
    ...rows.map(
      ({ name, outcome }) => `[${outcome ? SIGNS[outcome.state] : '?'}] ${name}: ${outcome?.value ?? ''}`,
    ),
  ])
  return [heading, ...facts, ...lines].join('\n')
}
