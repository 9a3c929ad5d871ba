// A request in a common form for both APIs: chat completions and responses.
import type { PromptOptionValues } from '@polylogue/contract'
import type { ChatMessage, ChatRequest, ResponseFormat, Tool, ToolChoice } from '#engines/engine.ts'
import { refusal, type Fields } from './refusal.ts'

/** A validated request, except for checks that need the model. */
export interface AnswerRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly options: PromptOptionValues
  readonly penalties: ChatRequest['penalties']
  readonly tools: readonly Tool[] | undefined
  readonly toolChoice: ToolChoice | undefined
  readonly responseFormat: ResponseFormat | undefined
  /** Whether parallel tool calls are allowed. */
  readonly parallel: boolean
  readonly stream: boolean
  /** The API's names of the conversation and response format fields, for error messages. */
  readonly fields: {
    readonly conversation: 'messages' | 'input'
    readonly format: 'response_format' | 'text.format'
  }
}

/** An unsupported field that would change the answer: whether it is set, and the error message. */
export type Unsupported = readonly [name: string, asks: (value: unknown) => boolean, sentence: string]

/** Whether a field is set: programs send null or false to leave it out. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false

/** @throws Problem VALIDATION_FAILED for the first of these fields that is set. */
export function refuseUnsupported(body: Fields, fields: readonly Unsupported[]): void {
  for (const [name, asks, sentence] of fields) if (asks(body[name])) throw refusal(name, sentence)
}
