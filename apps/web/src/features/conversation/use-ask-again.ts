// Asking again in a message's place: regenerate, and edit and ask again (reading 5).
import { contract, type AttachmentUpload, type Message } from '@polylogue/contract'
import { useApi, type Api } from '../../lib/api.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { choiceOf, findModel, findTag, useModels } from '../models/index.ts'
import { toUpload } from './attachments.ts'
import type { TurnPlace } from './turns.ts'
import { useAsk, useRunStore } from './use-runs.ts'

/** Asks `text` in a message's place, of the tab's model as it is now, with the message's attachments. False when it was refused. */
export type AskAgain = (message: Message, text: string) => Promise<boolean>

export function useAskAgain({ project, tab }: TurnPlace): AskAgain {
  const api = useApi()
  const store = useRunStore()
  const ask = useAsk(store, project, tab)
  const { data: models } = useModels()
  const { t } = useTranslation('conversation')
  const notices = useNotices()
  const tell = useTell()
  return async (message, text) => {
    const choice = choiceOf(tab)
    const asked = {
      text,
      attachments: message.attachments,
      ...choice,
      modelName: findModel(models, choice.modelId)?.name ?? '',
      modelTagName: findTag(models, choice)?.name ?? '',
      replacesQueryId: message.id,
    }
    try {
      // The same question again stays in the comparison it was asked in.
      const compareId = text === message.queryText ? (message.compareId ?? undefined) : undefined
      await ask({ asked, attachments: await attachmentsOf(api, message), compareId })
      return true
    } catch (error) {
      notices.show({ kind: 'failure', title: t('notSent'), text: tell(error).sentence })
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
