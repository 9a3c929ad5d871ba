// The welcome of an external service: it gets four fixed questions and answers with the proposals to show (decision 140).
import { PromptProposal } from '@polylogue/contract'
import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { callService, type Outbound } from '#platform/outbound/index.ts'

/** Milliseconds to connect. */
const CONNECT_MS = 3_000

const Reply = z.object({
  messageContent: z.object({ data: z.object({ PromptProposals: PromptProposal.array().max(50) }) }),
})

export interface ExternalWelcomeDeps {
  readonly outbound: Pick<Outbound, 'trusted'>
  readonly log: Log
  readonly url: string
}

export interface ExternalWelcome {
  /** Returns what the service answers to the questions; none if it fails, because a chat must not wait for it. */
  proposals(questions: readonly PromptProposal[], language: string): Promise<PromptProposal[]>
  close(): Promise<void>
}

export function externalWelcome({ outbound, log, url }: ExternalWelcomeDeps): ExternalWelcome {
  const client = outbound.trusted({ baseUrl: url, connectTimeoutMs: CONNECT_MS })
  return {
    async proposals(questions, language) {
      const body = JSON.stringify({ questions: questions.map(({ proposal }) => proposal), language })
      try {
        const reply = await callService(client, { method: 'POST', path: '/shuffle', body }, Reply)
        return reply.messageContent.data.PromptProposals
      } catch (error) {
        log.warn({ err: error, host: client.host }, 'the service for the welcome failed')
        return []
      }
    },
    close: () => client.close(),
  }
}
