import type { Attachment, Model } from '@polylogue/contract'
import { findModel, findTag, type ModelChoice } from '#features/models/index.ts'
import type { SentQuestion } from '#features/runs/index.ts'

/** Returns a question that replaces no message, as the thread shows it until its message is loaded. */
export const newQuestion = (
  models: readonly Model[] | undefined,
  choice: ModelChoice,
  text: string,
  attachments: readonly Attachment[] = [],
): SentQuestion => ({
  text,
  attachments,
  ...choice,
  modelName: findModel(models, choice.modelId)?.name ?? '',
  modelTagName: findTag(models, choice)?.name ?? '',
  replacesQueryId: undefined,
})
