// Replaces a message: regenerate, and edit and ask again (MESSAGE-3).
import type { AttachmentUpload, Message } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useApi, type Api } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { choiceOf, findModel, findTag, useModels, type ModelChoice } from '#features/models/index.ts'
import { toUpload } from '../files/index.ts'
import { useShown } from '../versions/use-shown.ts'
import type { TurnPlace } from '../versions/turns.ts'
import { useAsk, useRunStore } from '../messages/index.ts'

/** Options of a retry. */
interface Again {
  /** The model to ask; by default the current one of the tab. */
  model?: ModelChoice
  /** Continues the text of the message. */
  continues?: boolean
  /** Asks with this data source instead of the tab's; 0 for none. */
  datasourceId?: number
}

/** Asks `text` in place of a message, with its attachments. Resolves with false if the server refused. */
export type AskAgain = (message: Message, text: string, how?: Again) => Promise<boolean>

export function useAskAgain({ project, tab }: TurnPlace): AskAgain {
  const api = useApi()
  const store = useRunStore()
  const shown = useShown()
  const ask = useAsk(store, project, tab)
  const { data: models } = useModels()
  const { t } = useTranslation('conversation')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return async (message, text, { model, continues, datasourceId } = {}) => {
    const choice = model ?? choiceOf(tab)
    const asked = {
      text,
      attachments: message.attachments,
      ...choice,
      modelName: findModel(models, choice.modelId)?.name ?? '',
      modelTagName: findTag(models, choice)?.name ?? '',
      replacesQueryId: message.id,
      shownQueryIds: shown.known(tab.id, message.id),
      continues,
    }
    try {
      // A retry of the unchanged question stays in its comparison.
      const compareId = text === message.queryText ? (message.compareId ?? undefined) : undefined
      await ask({ asked, attachments: await attachmentsOf(api, message), compareId, datasourceId })
      return true
    } catch (error) {
      notices.show({ kind: 'failure', title: t('notSent'), text: errorMessage(error).sentence })
      return false
    }
  }
}

async function attachmentsOf(api: Api, message: Message): Promise<AttachmentUpload[]> {
  const files = message.attachments.map(async ({ name, mime_type, timestamp }, index) => {
    const { data } = await api.call(contract.queries.attachment, { params: { id: message.id, index } })
    return toUpload(data, name, mime_type, timestamp * 1_000)
  })
  return Promise.all(files)
}
