"""The parameters of transforms, written once for the docstrings of both modules.

SPDX-License-Identifier: Apache-2.0
"""

_PARAMETERS = {
    "n": """n : int, optional
    Elements of the transformed axis{of_output}: the input is cut or padded by zeros to
    them. Default: {default}.""",
    "type": """type : {{1, 2, 3, 4}}, optional
    Of the transform. Default: 2.""",
    "orthogonalize": """orthogonalize : bool, optional
    Whether the matrix is orthogonal but for its factor: of type 1 both ends, of type 2 the
    first element of the result, of type 3 the first one of the input are multiplied; of types 2
    and 3 of sine transforms the last element. Default: whether `norm` is "ortho".""",
    "axis": """axis : int, optional
    Axis that is transformed. Default: the last one.""",
    "s": """s : sequence of int, optional
    Elements of the transformed axes{of_output}, as `n` of one axis.
    Default: {default}.""",
    "axes": """axes : sequence of int, optional
    Axes that are transformed, the last of them first. Default: {default_axes}.""",
    "norm": """norm : {{"backward", "ortho", "forward"}}, optional
    What is divided by N: "backward", the default, the inverse transform; "forward", the forward
    one; "ortho", both by the square root of N. N is the number of elements of the signal along
    the transformed axes{of_period}.""",
    "out": """out : ndarray, optional
    Receives the result, and is what is returned.""",
    "overwrite_x": """overwrite_x : bool, optional
    Whether the result, or on a device what lies between, may take the place of `x`, which
    saves memory. Default: False.""",
    "workers": """workers : int, optional
    Threads at most; negative ones count from the number of processors. Default: what
    `scipy.fft.get_workers()` returns, or 1.""",
    "plan": """plan : object, optional
    Must be None: plans are kept by the library.""",
}

_OF_PERIOD = """, where an axis of n elements counts as 2 n; of type 1 as 2 (n - 1) of a
    cosine, 2 (n + 1) of a sine transform"""


def documented(summary, mirrored, parameters, result):
    """Returns a decorator that gives a transform its docstring.

    Parameters
    ----------
    summary : str
        What it does, in a sentence.
    mirrored : str
        Module of the function of the same name that it follows.
    parameters : str
        Its arguments in their order, separated by spaces.
    result : str
        What it returns.
    """

    def decorate(function):
        first, *others = parameters.split()
        name = function.__name__
        to_real = name.startswith(("irfft", "hfft"))
        is_dct = "type" in others
        values = {
            "of_period": _OF_PERIOD if is_dct else "",
            "of_output": " of the result" if to_real else "",
            "default": "of the last axis 2 (m - 1), of others m, the input having m"
            if to_real
            else "what the input has",
            "default_axes": "the last two"
            if name.endswith("2")
            else "all, or the last ones that `s` is for",
        }
        made = "ndarray, of an nbl.Array an nbl.Array"
        lines = [summary, "", "Parameters", "----------", f"{first} : array_like or nbl.Array"]
        lines += ["    The input."]
        lines += [_PARAMETERS[other].format(**values) for other in others]
        lines += [
            "",
            "Returns",
            "-------",
            made,
            f"    {result}",
            "",
            "See Also",
            "--------",
            f"{mirrored}.{name}",
        ]
        function.__doc__ = "\n".join(lines) + "\n"
        return function

    return decorate
