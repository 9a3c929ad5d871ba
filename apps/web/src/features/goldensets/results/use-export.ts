// Downloads a whole run as a file.
import type { GoldenResult, GoldenRun } from '@polylogue/contract'
import { useMutation } from '@tanstack/react-query'
import { createElement } from 'react'
import { useApi } from '#lib/api.ts'
import { useFormat } from '#lib/format.ts'
import { loadCode } from '#lib/load-code.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { fileNameOf, saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { useGoldenSet } from '../api.ts'
import { useCheckWords, useOutcomeWords } from '../editor/use-check-words.ts'
import { useRunError } from '../run/run-state.tsx'
import { fetchAllResults } from '../runs-api.ts'
import { csvOf } from './csv.ts'
import { RunPaper, type PaperWords } from './paper.tsx'
import { useFigures } from './use-figures.ts'

type Ending = 'csv' | 'html'

/** Columns of the CSV file. */
const COLUMNS = [
  'number',
  'name',
  'prompt',
  'model',
  'tag',
  'state',
  'answer',
  'error',
  'passed',
  'checks',
  'tokensIn',
  'tokensOut',
  'speed',
  'seconds',
] as const

/** Returns `download(ending)`, which fetches all results first; a notice says when that fails. */
export function useExport(run: GoldenRun) {
  const api = useApi()
  const { t, i18n } = useTranslation('goldensets')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { data: set } = useGoldenSet(run.goldensetId)
  const words = useFileWords(run)
  const name = set?.name ?? t('runs.one')
  const make = async (ending: Ending, results: readonly GoldenResult[]): Promise<string> => {
    if (ending === 'csv')
      return csvOf(run, results, { ...words, head: COLUMNS.map((column) => t(`export.columns.${column}`)) })
    const { htmlPage } = await loadCode(() => import('#ui/html-page.tsx'))
    return htmlPage({
      title: name,
      language: i18n.language,
      answers: results.flatMap(({ answers }) => answers.map(({ responseText }) => responseText)),
      body: createElement(RunPaper, { run, results, words: { ...words, title: name } }),
    })
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async (ending: Ending) => {
      const results = await fetchAllResults(api, { id: run.goldensetId, runId: run.id })
      const file = new Blob([await make(ending, results)], { type: `text/${ending};charset=utf-8` })
      saveFile(file, fileNameOf(name, new Date(run.created), ending))
    },
    onError: (error) =>
      notices.show({ kind: 'failure', title: t('export.failed'), text: errorMessage(error).sentence }),
  })
  return { isPending, download: (ending: Ending) => mutate(ending) }
}

function useFileWords(run: GoldenRun): Omit<PaperWords, 'title'> {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const figures = useFigures()
  const outcomes = useOutcomeWords()
  return {
    when: t('runs.heading', { when: format.full(run.created) }),
    models: run.scorecards.map((card) => ({
      modelTagId: card.modelTagId,
      name: `${card.modelName} ${card.modelTagName}`,
      score: `${t('runs.score', card)} ${t('score.passed')}`,
      figures: figures(card),
    })),
    check: useCheckWords(),
    ...outcomes,
    error: useRunError(),
    state: (state) => t(`results.states.${state}`),
  }
}
