import type { Datasource, Project } from '@polylogue/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useBeginChat } from '#lib/begin-chat.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { useApply, type Target } from '../api.ts'
import type { Choice } from './use-choice.ts'

interface Submission {
  datasource: Datasource
  here: Project | undefined
  choice: Choice
  onDone: () => void
}

/** Opens a new chat with the data source, or applies it and says where; in another project it opens that. */
export function useSubmit({ datasource: { id, name }, here, choice, onDone }: Submission) {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const navigate = useNavigate()
  const apply = useApply()
  const begin = useBeginChat()
  const start = useMutation({ mutationFn: () => begin({ datasourceId: id, amountOfChunks: choice.amount }) })
  const { isNewChat, project, mode, chosen } = choice
  const submit = () => {
    if (apply.isPending || start.isPending) return
    if (isNewChat) return start.mutate()
    if (!project) return
    const target: Target = mode === 'project' ? { project } : { tabs: chosen }
    const title =
      mode === 'project'
        ? t('useDialog.usedInProject', { project: project.name, name })
        : t('useDialog.usedInTabs', { name, count: chosen.length })
    const tab = mode === 'tabs' && chosen[0] ? `?tab=${chosen[0].id}` : ''
    const onSuccess = () => {
      notices.show({ kind: 'done', title })
      if (here) onDone()
      else void navigate(`/projects/${project.id}${tab}`)
    }
    apply.mutate({ use: { defaultDatasourceId: id, amountOfChunks: choice.amount }, target }, { onSuccess })
  }
  return {
    submit,
    isPending: apply.isPending || start.isPending,
    error: isNewChat ? start.error : apply.error,
  }
}
