say say$far  \\
-( $    $far