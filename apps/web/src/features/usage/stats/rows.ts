// The shown usage as rows of a CSV file. Numbers are machine-readable. Pure.
import type { UsageSum } from '@polylogue/contract'
import type { ShownUsage } from '../api.ts'
import { valueOf } from '../measures.ts'

/** The words of the file: its heads, and what a row is about. */
export interface RowTexts {
  readonly heads: readonly string[]
  readonly total: string
  readonly day: string
  readonly model: string
  readonly group: string
  readonly noGroup: string
}

export function usageRows(usage: ShownUsage, texts: RowTexts): string[][] {
  return [
    [...texts.heads],
    [texts.total, `${usage.from}/${usage.to}`, ...figures(usage.total)],
    ...usage.byDay.map((one) => [texts.day, one.day, ...figures(one)]),
    ...usage.byModel.map((one) => [texts.model, `${one.modelName}:${one.modelTagName}`, ...figures(one)]),
    ...(usage.byGroup ?? []).map((one) => [
      texts.group,
      one.contextId === null ? texts.noGroup : one.name,
      ...figures(one),
    ]),
  ]
}

const figures = (sum: UsageSum): string[] => [
  String(sum.prompts),
  String(valueOf(sum, 'answers')),
  String(sum.failed),
  String(sum.stopped),
  String(sum.tokensPrompt),
  String(sum.tokensResponse),
  valueOf(sum, 'wait').toFixed(1),
]
