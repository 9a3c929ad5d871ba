import type { Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { choiceOf, nameOfChoice, useModels } from '#features/models/index.ts'
import { useDatasource } from '../sources.ts'
import { useCustInsts } from '#features/custinsts/index.ts'
import { useCreateChatbot } from '../api.ts'
import { useOpenEditor } from '../use-open-editor.ts'
import css from './manage.module.css'

/** Names have at most so many characters. */
const LONGEST_NAME = 200

interface ExportTabDialogProps {
  tab: Tab
  opened: boolean
  onClose: () => void
}

/** Asks before a tab becomes a chatbot, and says what will be public; then its editor opens. */
export function ExportTabDialog({ tab, opened, onClose }: ExportTabDialogProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const openEditor = useOpenEditor()
  const create = useCreateChatbot()
  const close = () => {
    create.reset()
    onClose()
  }
  const confirm = () => {
    if (create.isPending) return
    const description = t('export.description', { name: tab.name })
    create.mutate(
      { name: cutText(tab.name, LONGEST_NAME), description, refProjectTabId: tab.id },
      { onSuccess: ({ id }) => openEditor(id) },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('export.title')}
      question={t('export.question', { name: tab.name })}
      verb={t('export.verb')}
      kind="fill"
      busy={create.isPending}
      failure={
        create.error ? t('createFailed', { sentence: errorMessage(create.error).sentence }) : undefined
      }
      onConfirm={confirm}
      onClose={close}
    >
      <PublicFacts tab={tab} />
    </ConfirmDialog>
  )
}

/** What visitors get of the tab, and what they do not. */
function PublicFacts({ tab }: { tab: Tab }) {
  const { t } = useTranslation('chatbots')
  const { data: models } = useModels()
  const { defaultDatasourceId: sourceId, custInstWhoId, custInstRespondId } = tab
  const { data: source } = useDatasource(sourceId)
  const instructed = custInstWhoId !== 0 || custInstRespondId !== 0
  const { data: instructions } = useCustInsts(instructed)
  const names = instructions
    ?.filter(({ id }) => id === custInstWhoId || id === custInstRespondId)
    .map(({ name }) => name)
  return (
    <div className={css.public}>
      <h3>{t('export.public')}</h3>
      <ul>
        <li>{t('export.answers', { model: nameOfChoice(models, choiceOf(tab)) || t('export.itsModel') })}</li>
        {sourceId !== 0 && <li>{t('export.source', { name: source?.name ?? t('export.itsSource') })}</li>}
        {names && names.length > 0 && <li>{t('export.instructions', { names: names.join(' · ') })}</li>}
      </ul>
      <p>{t('export.notPublic')}</p>
    </div>
  )
}
