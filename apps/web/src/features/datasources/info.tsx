import { Icon } from '#ui/icon.tsx'
import css from './info.module.css'

/** Explains in a dialog why something cannot be done or changed here. */
export const Info = ({ children }: { children: string }) => (
  <div className={css.info} role="note">
    <Icon name="info-circle" />
    <p>{children}</p>
  </div>
)
