// What a program asks for, in whichever of the dialect's two forms it came: chat completions and responses.
import type { PromptOptionValues } from '@polylogue/contract'
import type { ChatMessage, ChatRequest, ResponseFormat, Tool, ToolChoice } from '../../engines/engine.ts'
import { refusal, type Fields } from './refusal.ts'

/** What is asked for, checked as far as that can be done without knowing the model. */
export interface Order {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly options: PromptOptionValues
  readonly penalties: ChatRequest['penalties']
  readonly tools: readonly Tool[] | undefined
  readonly toolChoice: ToolChoice | undefined
  readonly responseFormat: ResponseFormat | undefined
  /** Whether several tools may be called at once. */
  readonly parallel: boolean
  readonly stream: boolean
  /** What its form calls the conversation and the form of the answer, for what is said of them. */
  readonly fields: {
    readonly conversation: 'messages' | 'input'
    readonly format: 'response_format' | 'text.format'
  }
}

/** A field that would change the answer and cannot be obeyed: when it asks for something, and what is said of it. */
export type Unsupported = readonly [name: string, asks: (value: unknown) => boolean, sentence: string]

/** Whether a field says anything: null and false are how programs leave it out. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false

/** @throws Problem VALIDATION_FAILED for the first of the fields that asks for something. */
export function refuseUnsupported(body: Fields, fields: readonly Unsupported[]): void {
  for (const [name, asks, sentence] of fields) if (asks(body[name])) throw refusal(name, sentence)
}
