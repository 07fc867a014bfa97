// SPDX-License-Identifier: MIT
//
// The programs of WebGL2. Their output colours are multiplied with alpha.

// Draws triangles. The modes are those of enum stage_mode in stage.h.
export const SHAPE_VERTEX = `#version 300 es
layout(location=0) in vec4 place; layout(location=1) in vec4 more; layout(location=2) in vec4 color;
layout(location=3) in vec4 second; layout(location=4) in vec4 third; layout(location=5) in float mode;
uniform vec2 size;
out vec2 at; out vec4 tint; flat out vec4 rest; flat out vec4 other; flat out vec4 head; flat out int what;
void main() {
    gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
    at = place.zw; tint = color; rest = more; other = second; head = third; what = int(mode);
}`;

export const SHAPE_FRAGMENT = `#version 300 es
precision highp float;
in vec2 at; in vec4 tint; flat in vec4 rest; flat in vec4 other; flat in vec4 head; flat in int what;
uniform sampler2D sheet;
out vec4 result;
float ellipse(vec2 radius) {
    vec2 p = at / max(radius, vec2(0.01));
    float f = length(p), slope = length(p / max(radius, vec2(0.01)));
    return clamp(0.5 - (slope > 0.0 ? f * (f - 1.0) / slope : -1e9), 0.0, 1.0);
}
float line(vec2 end, float width) {
    float part = clamp(dot(at, end) / max(dot(end, end), 1e-6), 0.0, 1.0), away = length(at - end * part);
    return clamp(width - away + 0.5, 0.0, 1.0) - clamp(-width - away + 0.5, 0.0, 1.0);
}
void main() {
    vec4 color = tint;
    if (what == 1) color.a *= ellipse(rest.xy);
    else if (what == 2) color.a *= line(rest.xy, rest.z);
    else if (what == 5) {
        vec3 part = texelFetch(sheet, ivec2(at), 0).rgb;
        result = vec4(tint.rgb * part.r + other.rgb * part.g + head.rgb * part.b, part.r + part.g + part.b);
        return;
    }
    result = vec4(color.rgb * color.a, color.a);
}`;

// Draws the triangles that have an image: modes 3 and 4. A sprite (3) is limited to its part of the image, where the
// browser's own derivatives would be wrong. Without a GPU textureGrad takes twice the time of texture.
export const IMAGE_VERTEX = `#version 300 es
layout(location=0) in vec4 place; layout(location=1) in vec4 more; layout(location=2) in vec4 color;
layout(location=5) in float mode;
uniform vec2 size;
out vec2 at; out vec4 tint; flat out vec4 rest; flat out int what;
void main() {
    gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
    at = place.zw; tint = color; rest = more; what = int(mode);
}`;

export const IMAGE_FRAGMENT = `#version 300 es
precision highp float;
in vec2 at; in vec4 tint; flat in vec4 rest; flat in int what;
uniform sampler2D image;
out vec4 result;
void main() {
    // mip levels are half a level sharper, as in the game
    vec4 color = tint;
    if (what == 3) {
        vec2 dx = dFdx(at) * 0.70710678, dy = dFdy(at) * 0.70710678, edge = 0.5 / vec2(textureSize(image, 0));
        color *= textureGrad(image, clamp(at, rest.xy + edge, rest.zw - edge), dx, dy);
    } else color *= texture(image, at, -0.5);
    result = vec4(color.rgb * color.a, color.a);
}`;

// Draws a tile layer as boxes that contain tiles.
export const TILES_VERTEX = `#version 300 es
layout(location=0) in vec4 place;
uniform vec2 size;
void main() {
    gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
}`;

export const TILES_FRAGMENT = `#version 300 es
precision highp float; precision highp int; precision highp usampler2D; precision highp sampler2DArray;
uniform usampler2D tiles; uniform sampler2DArray cells;
uniform ivec2 first, layer; uniform vec2 origin; uniform float side, level; uniform vec4 color;
uniform bool plain; uniform vec2 size;
out vec4 result;
void main() {
    vec2 place = (vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - origin) / side, cell = floor(place);
    ivec2 tile = clamp(first + ivec2(cell), ivec2(0), layer - 1);
    int number = tile.y * layer.x + tile.x;
    uvec2 found = texelFetch(tiles, ivec2(number & 2047, number >> 11), 0).rg; // LAYER_COLUMNS
    if (found.r == 0u) discard;
    vec2 at = place - cell;
    if ((found.g & 8u) != 0u) at = vec2(at.y, 1.0 - at.x);
    if ((found.g & 1u) != 0u) at.x = 1.0 - at.x;
    if ((found.g & 2u) != 0u) at.y = 1.0 - at.y;
    vec4 texel = plain ? color : color * textureLod(cells, vec3(at, float(found.r)), level);
    result = vec4(texel.rgb * texel.a, texel.a);
}`;

export function makeProgram(gl, vertex, fragment) {
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error(`the browser's WebGL refuses a program: ${gl.getProgramInfoLog(program)}`);
    const names = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
        const {name} = gl.getActiveUniform(program, i);
        names[name] = gl.getUniformLocation(program, name);
    }
    return {program, names};
}
