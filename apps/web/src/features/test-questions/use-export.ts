import type { Datasource, TestQuestion } from '@polylogue/contract'
import { fileNameOf, saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { COLUMNS, csvOf } from './csv.ts'

/** Returns a function that downloads the test questions as CSV. */
export function useExport({ name }: Datasource, questions: readonly TestQuestion[]): () => void {
  const { t } = useTranslation('test-questions')
  return () => {
    const text = csvOf(
      questions,
      COLUMNS.map((column) => t(`columns.${column}`)),
    )
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileNameOf(name, new Date(), 'csv'))
  }
}
