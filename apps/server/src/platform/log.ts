import { pino, type DestinationStream, type Logger } from 'pino'
import { errorFacts } from './error-facts.ts'

/** The process's log: one JSON object a line. Never give it prompts, answers, passwords, tokens or file contents. */
export type Log = Logger

const SECRET_PATHS = [
  'authorization',
  'cookie',
  'password',
  'userPassword',
  'oldPassword',
  'newPassword',
  'token',
  'apiKey',
  'secret',
]

/** Opens the log. Values under the names of secrets are removed as a second net, at the top and one level down. */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    // A failed query carries what people wrote, in its text, its parameters and the database's detail.
    serializers: { err: (error: unknown) => errorFacts(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...SECRET_PATHS, ...SECRET_PATHS.map((name) => `*.${name}`)], remove: true },
  }
  return destination ? pino(options, destination) : pino(options)
}
