import { useAppName } from '../../lib/config.ts'
import { Bone, Loading } from '../../ui/states.tsx'
import { Page } from './page.tsx'
import css from './page.module.css'

/** A page whose address, texts or code are still loading. */
export function Waiting() {
  return (
    <Page title={useAppName()}>
      <Loading>
        <div className={css.bones}>
          <Bone width={40} />
          <Bone width={92} />
          <Bone width={72} />
        </div>
      </Loading>
    </Page>
  )
}
