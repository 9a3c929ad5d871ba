import { hasRightToLeft } from '#lib/isolated.ts'

/** What tells copies apart: a number, or a word in brackets. */
const END = /\s(?:\d{1,4}|\([^\s()]{1,12}\))$/

/** Shows a name on one line of a flex box, cut before what tells it from its copies. */
export function CutName({ name }: { name: string }) {
  // In two parts the order of one written from right to left would be wrong.
  const end = hasRightToLeft(name) ? undefined : END.exec(name)?.[0]
  return (
    <>
      <span className="cut">{end ? name.slice(0, -end.length) : name}</span>
      {end && <span>{end}</span>}
    </>
  )
}
