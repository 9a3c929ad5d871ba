import { Icon } from '../../ui/icon.tsx'
import { halves } from './attachments.ts'
import css from './files.module.css'

/** A file's name on one line, cut in its middle so that the ending stays; read out as a whole. */
export function FileName({ name }: { name: string }) {
  const [start, end] = halves(name)
  return (
    <b className={css.middle} title={name}>
      <span className="sr">{name}</span>
      <span className="cut" aria-hidden="true">
        {start}
      </span>
      <span aria-hidden="true">{end}</span>
    </b>
  )
}

/** The sign of a file that has no picture. */
export function FileSign({ type }: { type: string }) {
  if (type === 'application/pdf') return <Icon name="file-type-pdf" size={20} />
  if (/sheet|csv/.test(type)) return <Icon name="file-spreadsheet" size={20} />
  if (type.startsWith('image/')) return <Icon name="photo" size={20} />
  return <Icon name="file-text" size={20} />
}
