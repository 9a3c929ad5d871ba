import { SkeletonLine, Loading } from '#ui/states.tsx'
import css from './sharing.module.css'

export function SharersSkeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        <SkeletonLine width={56} height={20} />
        <SkeletonLine width={72} height={20} />
      </div>
    </Loading>
  )
}
