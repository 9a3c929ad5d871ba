import { useMutation } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { csvBlob } from '#lib/csv-file.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { fileNameOf, saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import type { UserFilter } from '../list-filter.ts'
import { everybodyOf } from './everybody.ts'
import { userRows } from './user-file.ts'

/** Downloads the people that the filter finds, on all pages, as CSV. */
export function ExportButton({ filter }: { filter: UserFilter }) {
  const { t } = useTranslation('user-csv')
  const api = useApi()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const download = useMutation({
    mutationFn: async () => userRows(await everybodyOf(api, filter)),
    onSuccess: (rows) => saveFile(csvBlob(rows), fileNameOf(t('fileName'), new Date(), 'csv')),
    onError: (error) =>
      notices.show({ kind: 'failure', title: t('exportFailed'), text: errorMessage(error).sentence }),
  })
  return (
    <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
      {t('export')}
    </Button>
  )
}
