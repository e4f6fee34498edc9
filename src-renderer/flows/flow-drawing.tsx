import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { initials } from "../../src-shared/drawing/index.ts";

type Stages = OutputOf<"examples.list">["items"][number]["stages"];

/** People that a stage shows; more are a number. */
const SHOWN = 3;
const WIDTH = 56;
const HEIGHT = 34;
const GAP = 14;

/** A small drawing of a flow: its stages from left to right, and who acts in each. The card says the rest. */
export function FlowDrawing({ stages }: { readonly stages: Stages }) {
  const width = stages.length * (WIDTH + GAP) - GAP;
  return (
    <svg className="flow-drawing" viewBox={`-1 -1 ${width + 2} ${HEIGHT + 2}`} aria-hidden="true">
      {stages.map(({ name, people }, at) => {
        const left = at * (WIDTH + GAP);
        const more = people.length - SHOWN;
        const marks = [...people.slice(0, SHOWN).map(initials), ...(more > 0 ? [`+${more}`] : [])];
        const first = left + WIDTH / 2 - ((marks.length - 1) * 13) / 2;
        return (
          <g key={name}>
            {at > 0 && <path className="flow-edge" d={`M${left - GAP} ${HEIGHT / 2}h${GAP}`} />}
            <rect className="flow-stage" x={left} width={WIDTH} height={HEIGHT} rx="5" />
            {people.length === 0 && <path className="flow-edge" d={`M${left + 18} 13h20m-20 8h14`} />}
            {marks.map((mark, index) => (
              <g key={`${mark} ${people[index]}`}>
                <circle className="flow-person" cx={first + index * 13} cy={HEIGHT / 2} r="6" />
                <text className="flow-initials" x={first + index * 13} y={HEIGHT / 2 + 2} textAnchor="middle">
                  {mark}
                </text>
              </g>
            ))}
          </g>
        );
      })}
    </svg>
  );
}
