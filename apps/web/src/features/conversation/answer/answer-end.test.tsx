import type { Message } from '@polylogue/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#lib/translations.ts'
import conversation from '#texts/en/conversation.json' with { type: 'json' }
import problems from '#texts/en/problems.json' with { type: 'json' }
import { AnswerEnd } from './answer-end.tsx'

beforeAll(() => {
  translations.start({ language: 'en', texts: { conversation, problems } })
})

const ENDED = 5_000

/** Renders the end of an answer whose engine returned `retryAfter` seconds, `later` milliseconds after the refusal. */
function drawn(retryAfter: number, later: number): string {
  vi.spyOn(performance, 'now').mockReturnValue(ENDED + later)
  const message = {
    state: 3,
    errorCode: 'ENGINE_RATE_LIMITED',
    responseText: '',
    reasoningText: '',
    created: new Date(performance.timeOrigin + ENDED - 2_000).toISOString(),
    overallResponseTime: 2_000,
    statistics: [{ key: 'retryAfter', value: retryAfter }],
  } as unknown as Message
  return renderToStaticMarkup(<AnswerEnd message={message} canWrite={false} onAgain={async () => true} />)
}

test('a refusal shows the words of the model server, and no button that cannot help', () => {
  const failed = (errorCode: string, statistics: object[] = []) => {
    const message = { state: 3, errorCode, responseText: '', reasoningText: '', statistics, created: '' }
    return renderToStaticMarkup(
      <AnswerEnd message={message as unknown as Message} canWrite={true} onAgain={async () => true} />,
    )
  }
  const refused = failed('ENGINE_REFUSED', [{ key: 'refusal', value: 'Monthly budget is used up' }])
  expect(refused).toContain('The model server says: “Monthly budget is used up”')
  expect(refused).not.toContain('<button')
  expect(failed('ENGINE_MODEL_MISSING')).not.toContain('<button')
  expect(failed('ENGINE_BROKEN_STREAM')).toContain('<button')
})

test('a rate-limited answer shows the remaining seconds, then that it can be retried', () => {
  expect(drawn(30, 0)).toContain('Try again in 30 seconds.')
  expect(drawn(30, 10_500)).toContain('Try again in 20 seconds.')
  expect(drawn(30, 30_500)).toContain('You can try again now.')
})
