import { csvBlob } from '#lib/csv-file.ts'
import { fileNameOf, saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import type { ShownUsage } from '../api.ts'
import { usageRows } from './rows.ts'

/** Downloads the shown usage as CSV. */
export function DownloadButton({ usage }: { usage: ShownUsage }) {
  const { t } = useTranslation('usage')
  const download = () => {
    const rows = usageRows(usage, {
      heads: [
        t('csv.by'),
        t('csv.name'),
        t('prompts'),
        t('answers'),
        t('errors'),
        t('csv.stopped'),
        t('tokensIn'),
        t('tokensOut'),
        t('csv.wait'),
      ],
      total: t('csv.total'),
      day: t('csv.day'),
      model: t('model'),
      group: t('group'),
      noGroup: t('noGroup'),
    })
    saveFile(csvBlob(rows), fileNameOf(t('csv.file'), new Date(), 'csv'))
  }
  return (
    <Button icon="download" onClick={download}>
      {t('csv.download')}
    </Button>
  )
}
