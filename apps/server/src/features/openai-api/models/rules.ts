// Pure decisions: which model a name refers to, and whether it supports a request.
import { cutText } from '@polylogue/contract'
import type { EngineAbilities } from '#engines/engine.ts'
import { Problem } from '#problem.ts'
import type { TagRow } from '#features/models/index.ts'
import { refusal, type AnswerRequest } from '../requests/index.ts'

/** Maximum length of family and tag together. */
const LONGEST_NAME = 401

/** Returns whether a text can be a model name; other texts are not looked up. */
export function canBeName(name: string): boolean {
  return name.length > 0 && name.length <= LONGEST_NAME && !/\p{C}/u.test(name)
}

export function noSuchModel(name: string): Problem {
  const sentence = `There is no model “${cutText(name, 100).replaceAll(/\p{C}/gu, '')}”. GET /v1/models names those that there are.`
  return new Problem('NOT_FOUND', { thing: 'model' }, { sentence })
}

/**
 * Checks that a tag may be called: only deployed tags of active models (MODEL-2) of the right kind.
 * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE; VALIDATION_FAILED for a model of another kind.
 */
export function requireServed(tag: TagRow | undefined, name: string, ability: 'chat' | 'embeddings'): TagRow {
  if (tag?.state !== 1) throw noSuchModel(name)
  if (!tag.deployed) throw new Problem('MODEL_NOT_DEPLOYED', { model: tag.fullName })
  if (!tag.present) throw new Problem('MODEL_UNAVAILABLE', { model: tag.fullName })
  // A model without reported capabilities is tried.
  if (tag.capabilities.length > 0 && !tag.capabilities.includes(ability))
    throw refusal(
      'model',
      ability === 'chat'
        ? `${tag.fullName} makes embeddings and does not answer. Use /v1/embeddings, or choose another model.`
        : withoutVectors(tag),
    )
  return tag
}

const withoutVectors = ({ fullName }: TagRow) => `${fullName} makes no embeddings. Choose another model.`

/** @throws Problem VALIDATION_FAILED for a model whose engine makes no embeddings, whatever is known of the model. */
export function requireVectors(tag: TagRow, can: EngineAbilities): void {
  if (!can.embeddings) throw refusal('model', withoutVectors(tag))
}

/** @throws Problem VALIDATION_FAILED for features that the model or its engine does not support. */
export function requireAbilities(request: AnswerRequest, tag: TagRow, can: EngineAbilities): void {
  const { fields } = request
  const cannot = (param: string, what: string) => refusal(param, `${tag.fullName} ${what}.`)
  const canTools = can.tools && tag.setTools !== false
  if (request.tools && !canTools) throw cannot('tools', 'cannot call tools here')
  const usesTools = request.messages.some(({ role, toolCalls }) => role === 'tool' || toolCalls !== undefined)
  if (usesTools && !canTools) throw cannot(fields.conversation, 'cannot read tool calls here')
  if (request.responseFormat && !can.grammar)
    throw cannot(fields.format, 'cannot be held to a form of its answer here')
  const shows = request.messages.some(({ images }) => images !== undefined)
  if (shows && !(can.images && tag.capabilities.includes('images')))
    throw cannot(fields.conversation, 'does not see pictures')
}
