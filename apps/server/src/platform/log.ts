import { pino, type DestinationStream, type Logger } from 'pino'
import { errorFacts } from './error-facts.ts'

/** The process's log: one JSON object per line. Never log prompts, answers, passwords, tokens or file contents. */
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

/** Opens the log. As a safety net, removes values under the names of secrets, at the top and one level down. */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    // A failed query contains user text in its SQL, its parameters and the database's detail.
    serializers: { err: (error: unknown) => errorFacts(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...SECRET_PATHS, ...SECRET_PATHS.map((name) => `*.${name}`)], remove: true },
  }
  return destination ? pino(options, destination) : pino(options)
}
