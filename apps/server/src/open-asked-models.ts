// The models that data sources ask: for vectors, and for the text of scans. Answers, whose queue they wait in, are opened later.
import type { AnswersFeature } from './features/answers/index.ts'
import type { Confidentiality } from './features/confidentiality/index.ts'
import type { Seeing } from './features/media/index.ts'
import type { Embedding } from './features/vectors/index.ts'
import type { Models } from './open-models.ts'
import type { People } from './open-people.ts'

export function openAskedModels(
  { models: { service: models }, connections }: Models,
  { auth }: People,
  confidentiality: Confidentiality,
  answers: () => AnswersFeature,
): { readonly embedding: Embedding; readonly seeing: Seeing } {
  return {
    embedding: {
      models,
      engineOf: (providerId) => connections.engineOf(providerId),
      inTurn: (wanted, work) => answers().inTurn(wanted, work),
    },
    seeing: {
      models,
      confidentiality,
      viewerOf: (userId) => auth.viewerOf(userId),
      answer: (asked) => answers().answerDirectly(asked),
    },
  }
}
