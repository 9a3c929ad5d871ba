// Reads tools and response formats of requests.
import type { ResponseFormat, Tool, ToolChoice } from '#engines/engine.ts'
import { jsonSize } from '#platform/json-size.ts'
import { fieldsOf, flagOf, nameOf, refusal, type Fields } from './refusal.ts'

/** Chat completions nest a function and a schema in an object (`nested`); responses do not (`flat`). */
export type Form = 'nested' | 'flat'

const MAX_TOOLS = 128
/** Maximum characters of all tools together, and of a response schema. */
const MAX_CHARACTERS = 1_000_000
const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Reads `tools`; undefined when there are none. @throws Problem VALIDATION_FAILED */
export function readTools(value: unknown, form: Form): Tool[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw refusal('tools', 'tools must be a list.')
  if (value.length > MAX_TOOLS) throw refusal('tools', `There are more than ${MAX_TOOLS} tools.`)
  if (value.length === 0) return undefined
  return bounded(
    value.map((tool: unknown, index) => toolOf(tool, `tools[${index}]`, form)),
    'tools',
  )
}

/** @throws Problem VALIDATION_FAILED if it is too large to be kept while the request is queued. */
function bounded<T>(value: T, at: string): T {
  if (jsonSize(value) > MAX_CHARACTERS)
    throw refusal(at, `${at} may have up to ${MAX_CHARACTERS} characters. Send less.`)
  return value
}

function toolOf(value: unknown, at: string, form: Form): Tool {
  const tool = fieldsOf(value, at)
  if (tool['type'] !== 'function')
    throw refusal(
      `${at}.type`,
      'Only tools of the type function are supported: those that you call yourself.',
    )
  const [{ name, description, parameters, strict }, place] = heldIn(tool, 'function', at, form)
  const isStrict = flagOf(strict, `${place}.strict`)
  return {
    name: functionName(name, `${place}.name`),
    ...(typeof description === 'string' ? { description } : {}),
    ...(parameters == null ? {} : { parameters: fieldsOf(parameters, `${place}.parameters`) }),
    ...(isStrict === undefined ? {} : { strict: isStrict }),
  }
}

/** Returns the fields of a definition and their path. */
function heldIn(fields: Fields, name: string, at: string, form: Form): [fields: Fields, at: string] {
  if (form === 'flat') return [fields, at]
  const place = `${at}.${name}`
  return [fieldsOf(fields[name], place), place]
}

function functionName(value: unknown, at: string): string {
  const name = nameOf(value, at)
  if (!NAME.test(name)) throw refusal(at, 'A name has letters, digits, _ and -, 64 of them at most.')
  return name
}

/** Reads `tool_choice`; without tools only `none` and `auto` are valid. @throws Problem VALIDATION_FAILED */
export function readToolChoice(
  value: unknown,
  tools: readonly Tool[] | undefined,
  form: Form,
): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined
  if (!tools) {
    if (value === 'none' || value === 'auto') return undefined
    throw refusal('tool_choice', 'tool_choice needs tools.')
  }
  if (value === 'none' || value === 'auto' || value === 'required') return value
  const choice = fieldsOf(value, 'tool_choice')
  if (choice['type'] !== 'function')
    throw refusal('tool_choice', 'tool_choice must be none, auto, required or a function.')
  const [called, place] = heldIn(choice, 'function', 'tool_choice', form)
  const name = nameOf(called['name'], `${place}.name`)
  if (!tools.some((tool) => tool.name === name))
    throw refusal('tool_choice', 'tool_choice names a function that is not among the tools.')
  return { name }
}

/** Reads the response format in the field `at`; undefined for plain text. @throws Problem VALIDATION_FAILED */
export function readResponseFormat(value: unknown, at: string, form: Form): ResponseFormat | undefined {
  if (value === undefined || value === null) return undefined
  const format = fieldsOf(value, at)
  switch (format['type']) {
    case 'text':
      return undefined
    case 'json_object':
      return { type: 'json' }
    case 'json_schema': {
      const [{ name, schema, strict }, place] = heldIn(format, 'json_schema', at, form)
      const isStrict = flagOf(strict, `${place}.strict`)
      return {
        type: 'schema',
        name: functionName(name, `${place}.name`),
        schema: bounded(fieldsOf(schema, `${place}.schema`), `${place}.schema`),
        ...(isStrict === undefined ? {} : { strict: isStrict }),
      }
    }
    default:
      throw refusal(`${at}.type`, `${at} must be text, json_object or json_schema.`)
  }
}
