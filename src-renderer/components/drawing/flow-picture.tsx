import { createElement } from "react";
import { elementsOf, type Picture, type Tone } from "../../../src-shared/drawing/index.ts";
import "./flow-picture.css";

const ofToken = (tone: Tone) => `var(--${tone})`;

/** React's names for SVG attributes. */
const inReact = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A flow's drawing in the colours of the page; words beside it say the same. */
export function FlowPicture({ picture }: { readonly picture: Picture }) {
  const { width, height } = picture;
  return (
    <svg className="flow-picture" aria-hidden="true" {...{ width, height }} viewBox={`0 0 ${width} ${height}`}>
      {elementsOf(picture, ofToken).map(({ tag, attributes, text }, at) => {
        const given = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [inReact(name), value]));
        // Elements are distinguished only by their order.
        return createElement(tag, { key: at, ...given }, text);
      })}
    </svg>
  );
}
