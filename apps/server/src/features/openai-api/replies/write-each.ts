import type { TextSink } from '#http/v1-stream.ts'
import type { DirectEvent } from '#features/answers/index.ts'

/** Writes `textOf` of each event with back-pressure: a slow reader slows down the engine. */
export async function writeEach(
  answer: AsyncIterable<DirectEvent>,
  sink: TextSink,
  textOf: (event: DirectEvent) => string,
): Promise<void> {
  for await (const event of answer) {
    const text = textOf(event)
    if (text === '') continue
    sink.write(text)
    const { caughtUp } = sink
    if (caughtUp) await caughtUp
  }
}
