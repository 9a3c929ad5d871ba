import type { DatasourceSite } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { RefreshField } from '#features/media/index.ts'
import { useUpdateSite } from './api.ts'
import { LimitField } from './limit-field.tsx'
import { useSiteName } from './use-site-name.ts'

interface EditSiteProps {
  site: DatasourceSite
  onClose: () => void
}

/** Changes the limit and the schedule of a site. Mounted while it is open; keeps the input when saving fails. */
export function EditSite({ site, onClose }: EditSiteProps) {
  const { t } = useTranslation('sites')
  const errorMessage = useErrorMessage()
  const update = useUpdateSite()
  const [base] = useState(site)
  const [limit, setLimit] = useState(base.limit)
  const [refresh, setRefresh] = useState(base.refresh)
  // Only these are sent: others may change the site meanwhile.
  const change = {
    ...(limit === base.limit ? {} : { limit }),
    ...(refresh === base.refresh ? {} : { refresh }),
  }
  const name = useSiteName()(site)
  return (
    <Dialog opened title={t('edit')} width={480} dirty={Object.keys(change).length > 0} onClose={onClose}>
      <DialogForm onSubmit={() => update.mutate({ id: site.id, ...change }, { onSuccess: onClose })}>
        <DialogBody>
          {update.error && (
            <Problem>{t('editFailed', { sentence: errorMessage(update.error).sentence })}</Problem>
          )}
          <p dir="auto">{name}</p>
          <LimitField value={limit} hint={t('limitHint')} onChange={setLimit} />
          <RefreshField value={refresh} onChange={setRefresh} />
        </DialogBody>
        <FormFoot verb={t('save')} busy={update.isPending} onCancel={onClose} />
      </DialogForm>
    </Dialog>
  )
}
