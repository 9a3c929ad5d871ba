// Usage for screenshots: the days of the real one are those on which the tests run.
import type { InstallationUsage } from '@polylogue/contract'

const sum = (prompts: number, failed = 0) => ({
  prompts,
  failed,
  stopped: 0,
  tokensPrompt: prompts * 812,
  tokensResponse: prompts * 340,
  ms: prompts * 4_200,
})

const FIRST = Date.UTC(2026, 1, 11)
const byDay = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10),
  ...sum(index % 7 > 4 ? 0 : 20 + ((index * 17) % 40), index % 9 === 0 ? 2 : 0),
})).filter(({ prompts }) => prompts > 0)
const all = byDay.reduce((total, { prompts }) => total + prompts, 0)

/** The last 30 days before `NOW`. */
export const USAGE: InstallationUsage = {
  from: '2026-02-11',
  to: '2026-03-12',
  total: sum(all, 8),
  byDay,
  byModel: [
    { modelName: 'mistral-small', modelTagName: '24b', ...sum(412, 6) },
    { modelName: 'llama3.2', modelTagName: '3b', ...sum(260, 2) },
    { modelName: 'Guide', modelTagName: 'latest', ...sum(all - 672) },
  ],
  byGroup: [
    { contextId: 9_001, name: 'Netz', ...sum(390, 4) },
    { contextId: 9_002, name: 'Kundenservice und Marktkommunikation', ...sum(301, 3) },
    { contextId: null, name: '', ...sum(90, 1) },
  ],
}
