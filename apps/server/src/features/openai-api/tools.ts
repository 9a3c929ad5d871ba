// Tools and the form of the answer, as programs send them.
import type { ResponseFormat, Tool, ToolChoice } from '../../engines/engine.ts'
import { fieldsOf, flagOf, nameOf, refusal } from './refusal.ts'

const MOST_TOOLS = 128
const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Reads `tools`; undefined when there are none. @throws Problem VALIDATION_FAILED */
export function readTools(value: unknown): Tool[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw refusal('tools', 'tools must be a list.')
  if (value.length > MOST_TOOLS) throw refusal('tools', `There are more than ${MOST_TOOLS} tools.`)
  return value.length === 0 ? undefined : value.map((tool: unknown, index) => toolOf(tool, `tools[${index}]`))
}

function toolOf(value: unknown, at: string): Tool {
  const tool = fieldsOf(value, at)
  if (tool['type'] !== 'function')
    throw refusal(`${at}.type`, 'Only tools of the type function are supported.')
  const { name, description, parameters, strict } = fieldsOf(tool['function'], `${at}.function`)
  const isStrict = flagOf(strict, `${at}.function.strict`)
  return {
    name: functionName(name, `${at}.function.name`),
    ...(typeof description === 'string' ? { description } : {}),
    ...(parameters == null ? {} : { parameters: fieldsOf(parameters, `${at}.function.parameters`) }),
    ...(isStrict === undefined ? {} : { strict: isStrict }),
  }
}

function functionName(value: unknown, at: string): string {
  const name = nameOf(value, at)
  if (!NAME.test(name)) throw refusal(at, 'A name has letters, digits, _ and -, 64 of them at most.')
  return name
}

/** Reads `tool_choice`, which only means something beside tools. @throws Problem VALIDATION_FAILED */
export function readToolChoice(value: unknown, tools: readonly Tool[] | undefined): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined
  if (!tools) {
    if (value === 'none' || value === 'auto') return undefined
    throw refusal('tool_choice', 'tool_choice needs tools.')
  }
  if (value === 'none' || value === 'auto' || value === 'required') return value
  const choice = fieldsOf(value, 'tool_choice')
  if (choice['type'] !== 'function')
    throw refusal('tool_choice', 'tool_choice must be none, auto, required or a function.')
  const name = nameOf(
    fieldsOf(choice['function'], 'tool_choice.function')['name'],
    'tool_choice.function.name',
  )
  if (!tools.some((tool) => tool.name === name))
    throw refusal('tool_choice', 'tool_choice names a function that is not among the tools.')
  return { name }
}

/** Reads `response_format`; undefined for plain text. @throws Problem VALIDATION_FAILED */
export function readResponseFormat(value: unknown): ResponseFormat | undefined {
  if (value === undefined || value === null) return undefined
  const format = fieldsOf(value, 'response_format')
  switch (format['type']) {
    case 'text':
      return undefined
    case 'json_object':
      return { type: 'json' }
    case 'json_schema': {
      const at = 'response_format.json_schema'
      const { name, schema, strict } = fieldsOf(format['json_schema'], at)
      const isStrict = flagOf(strict, `${at}.strict`)
      return {
        type: 'schema',
        name: functionName(name, `${at}.name`),
        schema: fieldsOf(schema, `${at}.schema`),
        ...(isStrict === undefined ? {} : { strict: isStrict }),
      }
    }
    default:
      throw refusal('response_format.type', 'response_format must be text, json_object or json_schema.')
  }
}
