import type { DatasourceSite } from '@polylogue/contract'
import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import css from './sites.module.css'
import { useRemoveGone } from './api.ts'
import { useSiteName } from './use-site-name.ts'

interface RemoveGoneProps {
  site: DatasourceSite
  /** Pages that are gone. */
  count: number
}

/** Asks for confirmation, then removes all pages of a site that are gone. */
export function RemoveGone({ site, count }: RemoveGoneProps) {
  const { t } = useTranslation('sites')
  const format = useFormat()
  const remove = useRemoveGone()
  const [opened, setOpened] = useState(false)
  const name = useSiteName()(site)
  const values = { count, number: format.number(count), name }
  return (
    <>
      <div className={css.action}>
        <Button size="small" icon="trash" onClick={() => setOpened(true)}>
          {t('removeGone', values)}
        </Button>
      </div>
      <DeleteDialog
        opened={opened}
        id={site.id}
        remove={remove}
        words={{
          title: t('removeGone', values),
          question: t('removeGoneQuestion', values),
          verb: t('removeGone', values),
          failed: (sentence) => `${t('goneNotRemoved')}: ${sentence}`,
        }}
        onClose={() => setOpened(false)}
      />
    </>
  )
}
