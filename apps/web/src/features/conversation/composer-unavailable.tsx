import type { Tab } from '@polylogue/contract'
import { useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/states.tsx'
import { choiceOf, findModel, GUIDE, useModels } from '../models/index.ts'
import { useUpdateTab } from '../tabs/index.ts'

/** Stands in the way of asking a model that is not deployed any more, and offers the one that always is (specification 4). */
export function UnavailableDialog({
  opened,
  tab,
  onClose,
}: {
  opened: boolean
  tab: Tab
  onClose: () => void
}) {
  const { t } = useTranslation(['conversation', 'models'])
  const tell = useTell()
  const { data: models } = useModels()
  const update = useUpdateTab(tab.projectId)
  const model = findModel(models, choiceOf(tab).modelId)?.name
  const guide = findModel(models, GUIDE.modelId)?.name ?? ''
  const close = () => {
    update.reset()
    onClose()
  }
  const values = { defaultModelId: GUIDE.modelId, defaultModelTagId: GUIDE.modelTagId }
  return (
    <Dialog opened={opened} title={t('models:unavailableTitle')} width={480} onClose={close}>
      <DialogBody>
        <p>{model ? t('unavailableNamed', { model, guide }) : t('unavailableText', { guide })}</p>
        {update.isError && <Problem>{tell(update.error).sentence}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={close}>
          {t('chooseOther')}
        </Button>
        <Button
          size="large"
          kind="fill"
          data-autofocus
          busy={update.isPending}
          onClick={() => update.mutate({ tab, values }, { onSuccess: close })}
        >
          {t('useGuide', { guide })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
