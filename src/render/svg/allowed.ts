// What a published SVG may consist of: elements, attributes, style properties and functions. None of them runs, moves the reader away or
// loads a file by itself; the values that can name a file are checked one by one (references.ts, styles.ts).

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements of SVG, of 1.1 and 2. No script, no animation element, no `foreignObject`. */
export const elements = names(`
  a circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter g image line linearGradient marker mask
  path pattern polygon polyline radialGradient rect stop style svg switch symbol text textPath title tspan use view`);

/** Elements that show nothing, so that they are dropped without a word. */
export const unshown = names('cursor font font-face glyph hkern metadata missing-glyph vkern');

/** Attributes of SVG's elements that are no style properties. `href` is apart. */
export const attributes = names(`
  amplitude azimuth baseFrequency bias class clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
  filterRes filterUnits fr fx fy glyphRef gradientTransform gradientUnits height id in in2 intercept k1 k2 k3 k4 kernelMatrix
  kernelUnitLength lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits media
  method mode numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points pointsAtX
  pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY requiredExtensions requiredFeatures result
  role rotate rx ry scale seed side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation
  stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength title type values viewBox width x x1 x2
  xChannelSelector y y1 y2 yChannelSelector z`);

/** Style properties, also as attributes. */
export const properties = names(`
  -webkit-font-smoothing -webkit-text-fill-color -webkit-text-stroke alignment-baseline all animation animation-delay
  animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name animation-play-state
  animation-timing-function background background-color baseline-shift block-size border border-radius bottom box-shadow box-sizing
  clip clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering color-scheme cursor cx cy d direction
  display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font font-family
  font-feature-settings font-kerning font-optical-sizing font-size font-size-adjust font-stretch font-style font-synthesis
  font-variant font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric font-variation-settings
  font-weight glyph-orientation-horizontal glyph-orientation-vertical height image-rendering inline-size isolation kerning left
  letter-spacing lighting-color line-height margin marker marker-end marker-mid marker-start mask mask-clip mask-composite mask-image
  mask-mode mask-origin mask-position mask-repeat mask-size mask-type max-height max-width min-height min-width mix-blend-mode
  offset-distance offset-path offset-rotate opacity outline outline-color outline-style outline-width overflow padding paint-order
  pointer-events position r right rotate rx ry scale shape-image-threshold shape-inside shape-margin shape-padding shape-rendering
  shape-subtract solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tab-size text-align text-anchor text-decoration text-decoration-color
  text-decoration-line text-decoration-style text-decoration-thickness text-indent text-orientation text-overflow text-rendering
  text-shadow text-transform text-underline-offset top transform transform-box transform-origin transform-style transition
  transition-delay transition-duration transition-property transition-timing-function translate unicode-bidi user-select
  vector-effect vertical-align visibility white-space width will-change word-spacing word-wrap writing-mode x y z-index`);

/** What a `@font-face` consists of in addition to `font-*`. */
export const fontDescriptors = names(
  'ascent-override descent-override font-display line-gap-override size-adjust src unicode-range',
);

/** Functions of style values. None of them takes an address: `url()` is checked apart; `image-set()`, `src()`, `attr()` are not here. */
export const functions = names(`
  blur brightness calc circle clamp color color-mix contrast cubic-bezier drop-shadow ellipse format grayscale hsl hsla hue-rotate hwb
  inset invert lab lch light-dark linear-gradient local matrix matrix3d max min oklab oklch opacity path perspective polygon
  radial-gradient ray rect rgb rgba rotate rotate3d rotatex rotatey rotatez round saturate scale scale3d scalex scaley scalez sepia
  skew skewx skewy steps tech translate translate3d translatex translatey translatez var xywh`);

/** Rules of a stylesheet that hold other rules. */
export const groupRules = names('container keyframes -webkit-keyframes layer media supports');

/** Functions in selectors and in the conditions of groups of rules. */
export const selectorFunctions = names(`
  dir has is lang not nth-child nth-last-child nth-last-of-type nth-of-type where`);
