import type { Logo } from './school'
import classes from './school-logo.module.css'

type Props = {
  logo: Logo
  /** Of the school: the text of the logo. */
  name: string
  /** In CSS pixels, of a logo that is high enough. */
  height: number
}

/** The logo of the school, on a plate where it would not stand out from the page. */
export function SchoolLogo({ logo, name, height }: Props) {
  const shown = Math.min(height, logo.height)
  const plates = [logo.plate_on_light && classes.onLight, logo.plate_on_dark && classes.onDark]
  return (
    <img
      src={logo.small}
      srcSet={`${logo.small} ${80 / height}x, ${logo.large} ${160 / height}x`}
      alt={name}
      width={Math.round((logo.width * shown) / logo.height)}
      height={shown}
      className={[classes.logo, ...plates].filter(Boolean).join(' ')}
    />
  )
}
